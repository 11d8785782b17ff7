// Answers of the SQL functions that every device calls: each function's name and the schema that
// `rpc()` parses its answer with. Those for admins are in admin-functions.ts.
import * as v from "valibot";

/** A function of the server, the shape of its answer and the type of its arguments. */
export interface SqlFunction<T, A extends object = object> {
  readonly name: string;
  readonly answer: v.GenericSchema<unknown, T>;
  /** Never set: only for types. */
  readonly args?: A;
}

/** `sqlFunction("name", answer, args<{ id: string }>())` */
export const args = <A extends object>(): A | undefined => undefined;

export const sqlFunction = <T, A extends object = object>(
  name: string,
  answer: v.GenericSchema<unknown, T>,
  _args?: A,
): SqlFunction<T, A> => ({ name, answer });

const ofType =
  <S>(schema: S) =>
  <const K extends string>(...names: K[]) =>
    // Cast: an object made of entries has string keys.
    Object.fromEntries(names.map((name) => [name, schema])) as { [N in K]: S };
/** Fields of one type: `v.object({ ...strings("id", "name"), ...numbers("karma") })` */
export const strings = ofType(v.string());
export const numbers = ofType(v.number());

/** Where lists stop counting. A larger total means "more than this". */
export const MOST_COUNTED = 1000;

const transaction = v.pipe(v.string(), v.regex(/^\d+$/));

/** The latest state of the server that a device has seen: epoch, run and transaction. */
export const seenSchema = v.object({ epoch: v.string(), run: v.string(), xid: transaction });
export type Seen = v.InferOutput<typeof seenSchema>;

/** Part of the answers of pull and push. Older servers send neither. */
const history = {
  seen: v.optional(seenSchema),
  /** The server was restored to an earlier state and lacks what this device has seen. */
  elsewhere: v.optional(v.boolean(), false),
};

/** A collection's checkpoint. The server reads it; the device uses only epoch and scope. */
const checkpoint = v.object({
  ...{ epoch: v.string(), scope: v.string(), xid: v.string(), id: v.string() },
  /** Queues only, while more rows follow: the position of the first pull. */
  born: v.optional(v.string()),
  /** Queues only: the last row that was pending at the first pull. */
  until: v.optional(v.string()),
});
export type Checkpoint = v.InferOutput<typeof checkpoint>;

/**
 * Checks only the ids of rows. Each row is parsed later by its collection's schema (`readRow`), so
 * that one bad row does not cost the whole page.
 */
export const syncPull = sqlFunction(
  "sync_pull",
  v.object({
    /** The server's newest migration, if it sends one. */
    version: v.nullish(v.string()),
    epoch: v.string(),
    scope: v.string(),
    now: v.string(),
    covered: v.optional(transaction, "0"),
    newest: v.optional(transaction, "0"),
    ...history,
    collections: v.record(
      v.string(),
      v.object({
        rows: v.array(v.looseObject({ id: v.string() })),
        checkpoint: v.nullable(checkpoint),
        /** Missing from older servers. */
        more: v.optional(v.boolean()),
        restarted: v.optional(v.boolean(), false),
      }),
    ),
  }),
);
export type PullAnswer = v.InferOutput<typeof syncPull.answer>;

/**
 * A row as the server sends it, with the columns of replication. The others are parsed later by the
 * collection's schema (`readRow`), and an unreadable row is kept as it is.
 */
const serverRow = v.looseObject({
  id: v.string(),
  sync_xid: v.string(),
  sync_client: v.string(),
  sync_seq: v.number(),
  _deleted: v.optional(v.boolean(), false),
});

export const syncPush = sqlFunction(
  "sync_push",
  v.object({
    /** The scope of the answer. Missing from older servers. */
    scope: v.optional(v.string()),
    ...history,
    /** The server's row for each applied edit, now or earlier (its answer was lost). */
    applied: v.array(serverRow),
    conflicts: v.array(serverRow),
    rejected: v.array(v.object({ id: v.string(), code: v.string(), message: v.string(), row: v.nullable(serverRow) })),
    /** Number of rows at the end of the batch that the server had no time for: send them again. */
    untried: v.optional(v.number(), 0),
  }),
);
export type PushAnswer = v.InferOutput<typeof syncPush.answer>;

/** A function that returns nothing. */
export const command = <A extends object>(name: string): SqlFunction<null, A> => sqlFunction(name, v.null(), args<A>());

export const emailExists = sqlFunction("email_exists", v.boolean());
/** True if the storage has the file. */
export const attachmentArrived = sqlFunction("attachment_arrived", v.boolean());
/** The release's number of downloads, including this one. */
export const recordDownload = sqlFunction("record_download", v.number());
/** True if the caller can now see the campaign. Grants testers access to an unlisted one. */
export const openCampaign = sqlFunction("open_campaign", v.boolean());
export const pushSubscribe = command<{ endpoint: string; p256dh: string; auth: string }>("push_subscribe");
export const pushUnsubscribe = command<{ endpoint: string }>("push_unsubscribe");
