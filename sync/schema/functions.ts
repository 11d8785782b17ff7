// Answers of the SQL functions that every device calls: each function's name beside the schema by
// which `rpc()` parses its answer. Those for admins are in admin-functions.ts.
import * as v from "valibot";

/** A function of the server and the shape of its answer. */
export interface SqlFunction<T> {
  readonly name: string;
  readonly answer: v.GenericSchema<unknown, T>;
}

export const sqlFunction = <T>(name: string, answer: v.GenericSchema<unknown, T>): SqlFunction<T> => ({ name, answer });

/** Where lists stop counting: a larger total says that there are more. */
export const MOST_COUNTED = 1000;

const transaction = v.pipe(v.string(), v.regex(/^\d+$/));

/** What a device has seen last of a server: its epoch, its run and a transaction. */
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
  /** Of a queue, and while there is more: where the first pull stood. */
  born: v.optional(v.string()),
  /** Of a queue: the last of what waited then and was sent. */
  until: v.optional(v.string()),
});
export type Checkpoint = v.InferOutput<typeof checkpoint>;

/**
 * Checks only the ids of rows: a page has up to a thousand, and each row is parsed by its
 * collection's schema afterwards (`readRow`), so that one bad row does not cost the page.
 */
export const syncPull = sqlFunction(
  "sync_pull",
  v.object({
    /** The server's newest migration; none: it does not say. */
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
        /** Older servers do not say. */
        more: v.optional(v.boolean()),
        restarted: v.optional(v.boolean(), false),
      }),
    ),
  }),
);
export type PullAnswer = v.InferOutput<typeof syncPull.answer>;

/**
 * A row as the server has it, with what replication reads of it. The other columns are parsed by
 * its collection's schema (`readRow`); a row that does not fit it is taken as it is.
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
    /** The scope of the answer; older servers do not send it. */
    scope: v.optional(v.string()),
    ...history,
    /** The server's row for each edit that it has taken, now or earlier (the answer was lost). */
    applied: v.array(serverRow),
    conflicts: v.array(serverRow),
    rejected: v.array(v.object({ id: v.string(), code: v.string(), message: v.string(), row: v.nullable(serverRow) })),
  }),
);
export type PushAnswer = v.InferOutput<typeof syncPush.answer>;

/** A function that returns nothing. */
export const nothing = v.null();

export const emailExists = sqlFunction("email_exists", v.boolean());
/** True: the storage has the file. */
export const attachmentArrived = sqlFunction("attachment_arrived", v.boolean());
/** The release's downloads, this one included. */
export const recordDownload = sqlFunction("record_download", v.number());
/** May the caller see that campaign now? The address of an unlisted one lets a tester in. */
export const openCampaign = sqlFunction("open_campaign", v.boolean());
export const pushSubscribe = sqlFunction("push_subscribe", nothing);
export const pushUnsubscribe = sqlFunction("push_unsubscribe", nothing);
