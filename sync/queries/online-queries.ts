// What is asked of the server when it is looked at, because no device could carry it: a hundred
// thousand people, refusals, messages. The last answer of each call is kept beside the store, so
// that offline there is what was seen last. Never a second copy of rows that replicate.
import { readMeta } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import type { CallFailure } from "../transport/errors.ts";
import { fail, type Result } from "../transport/result.ts";
import { Cancelled } from "../transport/retry-delay.ts";
import type { Transport } from "../transport/rpc.ts";

/** An answer and when this device got it. */
export interface Seen<T> {
  value: T;
  at: string;
}

/** One page of a list (`private.admin_page`). */
export interface RemotePage<T> {
  rows: T[];
  /** What to send as `after` for the next page; null: there is none. */
  next: { key: string; id: string } | null;
  /** With the first page only. */
  total: number | null;
}

const keyOf = (name: string) => `seen|${name}`;

export async function lastSeen<T>(store: Store, name: string): Promise<Seen<T> | null> {
  return (await readMeta<Seen<T>>(store.side, keyOf(name))) ?? null;
}

/** @param keep under this name, for offline; absent: it is only shown */
export async function askRemote<T>(
  store: Store,
  transport: Transport,
  fn: string,
  args: object,
  signal: AbortSignal,
  keep?: string,
): Promise<Result<Seen<T>, CallFailure> | null> {
  const asked = await transport.rpc<T>(fn, args, "person", signal).catch((error: unknown) => {
    if (error instanceof Cancelled) return null;
    throw error;
  });
  if (!asked || signal.aborted) return null;
  if (!asked.ok) return fail(asked.error);
  const seen: Seen<T> = { value: asked.value, at: new Date().toISOString() };
  if (keep) await store.side.meta.put({ key: keyOf(keep), value: seen });
  return { ok: true, value: seen };
}
