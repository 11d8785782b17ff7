// Runs before the first render: finishes an interrupted wipe and loads drafts.
import { DRAFTS_DATABASE, loadDrafts } from "../lib/drafts.ts";
import { reportError } from "../lib/error-log.ts";
import { loadSync } from "./sync.ts";

/** The name from `sync/database/wipe.ts`, which is not imported here. */
const WIPE_DATABASE = "betaflock-wipe";
/** Render anyway if the storage hangs. */
const PATIENCE_MS = 2_000;

async function databases(): Promise<ReadonlySet<string | undefined>> {
  // Assume that both databases exist if the browser cannot list them.
  if (typeof indexedDB.databases !== "function") return new Set([WIPE_DATABASE, DRAFTS_DATABASE]);
  return new Set((await indexedDB.databases()).map(({ name }) => name));
}

async function look(): Promise<void> {
  let there = await databases();
  if (there.has(WIPE_DATABASE)) {
    // Resolves after finishing the wipe.
    await loadSync();
    there = await databases();
  }
  await loadDrafts(there.has(DRAFTS_DATABASE));
}

/** Never rejects: without storage there is nothing to prepare. */
export async function prepareDevice(): Promise<void> {
  await Promise.race([look().catch(reportError), new Promise((late) => setTimeout(late, PATIENCE_MS))]);
}
