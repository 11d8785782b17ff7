// What was typed into the campaign form: earlier versions kept it beside the store. Read once more,
// so that an update loses nothing.
import type { Store } from "../database/store.ts";

export async function formDraftClear(store: Store, key: string): Promise<void> {
  await store.side.drafts.delete(key);
}

export async function formDraftRead(store: Store, key: string): Promise<unknown> {
  return (await store.side.drafts.get(key))?.value;
}
