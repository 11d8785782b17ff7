// What was typed into a form that has no row yet (the create-campaign form): kept until it is sent, across reloads.
import { storageFailure } from "../errors.ts";
import { fail, ok, type Result } from "../result.ts";
import type { Store } from "../store.ts";

export async function formDraftSave(store: Store, key: string, value: unknown): Promise<Result<void>> {
  try {
    await store.side.drafts.put({ key, value, at: new Date().toISOString() });
    return ok(undefined);
  } catch (error) {
    const failure = storageFailure(error);
    if (failure) return fail(failure);
    throw error;
  }
}

export async function formDraftClear(store: Store, key: string): Promise<void> {
  await store.side.drafts.delete(key);
}

export async function formDraftRead(store: Store, key: string): Promise<unknown> {
  return (await store.side.drafts.get(key))?.value;
}
