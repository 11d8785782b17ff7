// "Report Issue": flags an app, a campaign or a report to the admins. Flags are not replicated to
// this person's device; only pending ones are here.
import { storing } from "../database/device-db.ts";
import { newItem, type PendingFlag, pendingKey } from "../database/pending-item.ts";
import type { Store } from "../database/store.ts";
import type { Flag } from "../schema/flags.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { insertMessage } from "./insert-message.ts";
import { discardItem, fileTables, removeSent } from "./pending-items.ts";
import type { Driver } from "./upload-worker.ts";

export async function queueFlag(
  store: Store,
  flag: Pick<Flag, "content_type" | "content_id" | "reason">,
): Promise<Result<string>> {
  if (!store.person) return fail({ type: "not_allowed", code: "forbidden" });
  const id = crypto.randomUUID();
  const { content_type, content_id, reason } = flag;
  const body = { content_type, content_id, reason };
  const item = newItem<PendingFlag>({ kind: "flag", id, subject: content_id, name: reason, body });
  const added = await storing(() => store.transaction(["pending"], () => store.device.pending.put(item)));
  return added.ok ? ok(id) : added;
}

export const discardFlag = (store: Store, id: string): Promise<void> =>
  store.transaction(fileTables, () => discardItem(store.device, pendingKey("flag", id)));

export const flagDriver = (store: Store, transport: Transport): Driver<PendingFlag> | null =>
  store.person && {
    kind: "flag",
    async send({ id, body }, { signal }) {
      const token = await transport.token();
      if (!token.ok) return token;
      return insertMessage(transport, "flags", { id, reporter_id: store.owner, ...body }, token.value, signal);
    },
    async finish(item) {
      await removeSent(store.device, item);
      return null;
    },
  };
