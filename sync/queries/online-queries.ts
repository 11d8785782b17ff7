// Online queries: lists too large for a device (a hundred thousand people, rejected changes,
// messages). The last answer of each call is stored, so that offline it can be shown again.
// Replicated rows are never queried this way.
import * as v from "valibot";
import { ifThereIsRoom, readMeta } from "../database/device-db.ts";
import { type Query, sideOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
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

/** Whose answer it is: a campaign's, an organization's, an app's, a release's or a person's. */
const owner = v.union([
  v.pipe(
    v.object({ campaign_id: v.string(), kind: v.optional(v.string()) }),
    v.transform(({ campaign_id, kind }) => (kind === undefined ? campaign_id : `${campaign_id}|${kind}`)),
  ),
  v.pipe(
    v.object({ org_id: v.string() }),
    v.transform(({ org_id }) => org_id),
  ),
  v.pipe(
    v.object({ app_id: v.string() }),
    v.transform(({ app_id }) => app_id),
  ),
  v.pipe(
    v.object({ release_id: v.string() }),
    v.transform(({ release_id }) => release_id),
  ),
  v.pipe(
    v.object({ user_id: v.string(), list: v.optional(v.string(), "") }),
    v.transform(({ user_id, list }) => `${user_id}|${list}`),
  ),
]);
const ownerIn = v.union([
  owner,
  v.pipe(
    v.object({ request: owner }),
    v.transform(({ request }) => request),
  ),
]);

/** What was answered of one of them is never shown as another one's. */
function keyOf(fn: SqlFunction<unknown>, args: object): string {
  const found = v.safeParse(ownerIn, args);
  return found.success ? `seen|${fn.name}|${found.output}` : `seen|${fn.name}`;
}

/**
 * What the function answered last, of the one in `args` if there is one; null:
 * nothing, or nothing that this version can read.
 */
export async function lastSeen<T>(store: Store, fn: SqlFunction<T>, args: object): Promise<Seen<T> | null> {
  const kept = v.safeParse(
    v.object({ value: fn.answer, at: v.string() }),
    await readMeta<unknown>(store.side, keyOf(fn, args)),
  );
  return kept.success ? kept.output : null;
}

/** The same as it changes, for a page that is drawn with what is on the device. */
export const lastAnswer = <T>(fn: SqlFunction<T>, args: object): Query<Seen<T> | null> => ({
  key: `lastAnswer|${keyOf(fn, args)}`,
  observe: (store) => sideOf(() => lastSeen(store, fn, args)),
});

/** @param keep for offline, as what was seen last; otherwise it is only shown */
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
  if (keep) await ifThereIsRoom(store.side.meta.put({ key: keyOf(fn, args), value: seen }));
  return ok(seen);
}
