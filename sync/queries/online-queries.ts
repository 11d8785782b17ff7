// Queries the server for lists that are too large for a device (people, rejected changes,
// messages). Stores the last answer of each call for offline use. Never used for replicated rows.
import { map } from "rxjs";
import * as v from "valibot";
import { ifThereIsRoom, readMeta } from "../database/device-db.ts";
import { baseOfStored } from "../database/local-rows.ts";
import { liveDevice, type Query, query } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import type { CollectionName } from "../schema/collections.ts";
import type { SqlFunction } from "../schema/functions.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import { Cancelled } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";
import { timestamp } from "../transport/server-clock.ts";

/** An answer and when this device got it. */
export interface Seen<T> {
  value: T;
  at: string;
}

const prefix = "seen|";

const owners = ["campaign_id", "org_id", "app_id", "release_id", "user_id"] as const;

/** Keeps answers about different rows apart. */
function keyOf(fn: SqlFunction<unknown>, args: { request?: object }): string {
  const about: { readonly [name: string]: unknown } = { ...(args.request ?? args) };
  const owner = owners.find((name) => typeof about[name] === "string");
  if (!owner) return `${prefix}${fn.name}`;
  const part = owner === "campaign_id" ? about.kind : owner === "user_id" ? (about.list ?? "") : undefined;
  return [`${prefix}${fn.name}`, about[owner], ...(part === undefined ? [] : [part])].join("|");
}

/** Returns the stored answer about the row in `args`; null if missing or unreadable. */
export async function lastSeen<T>(store: Store, fn: SqlFunction<T>, args: object): Promise<Seen<T> | null> {
  const kept = v.safeParse(
    v.object({ value: fn.answer, at: v.string() }),
    await readMeta<unknown>(store.device, keyOf(fn, args)),
  );
  return kept.success ? kept.output : null;
}

export const lastAnswer = <T>(fn: SqlFunction<T>, args: object): Query<Seen<T> | null> =>
  query(`lastAnswer|${keyOf(fn, args)}`, (store) => liveDevice(() => lastSeen(store, fn, args)));

/**
 * Returns whether the server has this row. False for a new row that is still pending, about which
 * the server cannot be called. A row that this device lacks is on the server.
 */
export const isOnServer = <N extends CollectionName>(collection: N, id: string): Query<boolean> =>
  query(`isOnServer|${collection}|${id}`, (store) =>
    store
      .collection(collection)
      .findOne(id)
      .$.pipe(map((found) => found === null || baseOfStored(found.toJSON(true)) !== undefined)),
  );

/** @param keep true stores the answer for offline use */
export async function askRemote<T>(
  store: Store,
  transport: Transport,
  fn: SqlFunction<T>,
  args: object,
  signal: AbortSignal,
  keep = false,
): Promise<Result<Seen<T>, CallFailure> | null> {
  const asked = await transport.rpc(fn, args, store.person ? "person" : "anonymous", signal).catch((error: unknown) => {
    if (error instanceof Cancelled) return null;
    throw error;
  });
  if (!asked || signal.aborted) return null;
  if (!asked.ok) return fail(asked.error);
  const seen: Seen<T> = { value: asked.value, at: timestamp() };
  if (keep) await ifThereIsRoom(keepAnswer(store, keyOf(fn, args), seen));
  return ok(seen);
}

/** Limits of stored answers: number, and length as JSON. The oldest are evicted. */
export const answerLimits = { answers: 100, bytes: 5_000_000 } as const;

async function keepAnswer(store: Store, key: string, seen: Seen<unknown>): Promise<void> {
  const bytes = JSON.stringify(seen.value).length;
  if (bytes > answerLimits.bytes) return;
  const { meta } = store.device;
  await store.transaction([], async () => {
    await meta.put({ key, value: { ...seen, bytes } });
    // Cast: only this file writes under the prefix.
    const kept = (await meta.where("key").startsWith(prefix).toArray()) as KeptAnswer[];
    kept.sort((a, b) => b.value.at.localeCompare(a.value.at));
    let total = 0;
    const surplus = kept.filter(({ value }, n) => {
      total += value.bytes;
      return n >= answerLimits.answers || total > answerLimits.bytes;
    });
    await meta.bulkDelete(surplus.map((one) => one.key));
  });
}

interface KeptAnswer {
  key: string;
  value: Seen<unknown> & { bytes: number };
}
