// "Report Issue" (S26): somebody tells the admins of an app, kept on the device with everything
// else of theirs and sent once when there is a network, since its id is made here. A person's
// device holds no flags: what is in here is on its way.
import type { Store } from "../database/store.ts";
import type { Flag } from "../schema/flags.ts";
import { failureOfResponse, storageFailure } from "../transport/errors.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { again, done, retryUntilDone } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";
import { type Queue, startQueue } from "./queue.ts";

export const flagPrefix = "flag|";

export interface WaitingFlag extends Pick<Flag, "id" | "content_type" | "content_id" | "reason"> {
  at: string;
  /** The server's no, by its code; such a flag waits for the person. */
  refused: string;
}

export async function keepFlag(
  store: Store,
  flag: Pick<Flag, "content_type" | "content_id" | "reason">,
): Promise<Result<string>> {
  if (!store.person) return fail({ type: "not_allowed", code: "forbidden" });
  const id = crypto.randomUUID();
  const at = new Date().toISOString();
  const value: WaitingFlag = { id, ...flag, at, refused: "" };
  try {
    await store.side.drafts.put({ key: flagPrefix + id, value, at });
  } catch (error) {
    const failure = storageFailure(error);
    if (failure) return fail(failure);
    throw error;
  }
  return ok(id);
}

export const dropFlag = (store: Store, id: string): Promise<void> => store.side.drafts.delete(flagPrefix + id);

export async function flagsKept(store: Store): Promise<WaitingFlag[]> {
  const kept = await store.side.drafts.where("key").startsWith(flagPrefix).toArray();
  return kept.map(({ value }) => value as WaitingFlag);
}

export function startFlagQueue(store: Store, transport: Transport): Queue {
  async function each(flag: WaitingFlag, signal: AbortSignal): Promise<void> {
    const { id, content_type, content_id, reason } = flag;
    await retryUntilDone(transport, signal, async () => {
      const token = await transport.token();
      if (!token.ok) return again;
      const row = { id, reporter_id: store.owner, content_type, content_id, reason };
      const { error, status } = await (await transport.client()).from("flags").insert(row);
      const failure = error && (status === 0 ? { type: "offline" as const } : failureOfResponse(status, error, null));
      transport.seen(failure);
      // 409: an earlier try had arrived, only its answer had not.
      if (failure === null || status === 409) return done(await dropFlag(store, id));
      if (failure.type !== "refused") return again;
      const value: WaitingFlag = { ...flag, refused: failure.code || "invalid" };
      await store.side.drafts.update(flagPrefix + id, { value });
      return done(undefined);
    });
  }
  const load = async () => (await flagsKept(store)).filter((flag) => flag.refused === "");
  return startQueue(transport, { load, keyOf: ({ id }) => id, each });
}
