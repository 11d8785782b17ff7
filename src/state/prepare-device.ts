// What lies on this device, looked at once before the first page is drawn: an unfinished wiping is
// finished, drafts are read.
import { DRAFTS_DATABASE, loadDrafts } from "../lib/drafts.ts";
import { reportError } from "../lib/error-log.ts";
import { loadSync } from "./sync.ts";

/** As in sync/database/wipe.ts, which is not loaded for this. */
const WIPE_DATABASE = "betaflock-wipe";
/** A browser whose storage hangs must not keep the page from being drawn. */
const PATIENCE_MS = 2_000;

async function databases(): Promise<ReadonlySet<string | undefined>> {
  // Where the browser does not tell, both are looked into.
  if (typeof indexedDB.databases !== "function") return new Set([WIPE_DATABASE, DRAFTS_DATABASE]);
  return new Set((await indexedDB.databases()).map(({ name }) => name));
}

async function look(): Promise<void> {
  let there = await databases();
  if (there.has(WIPE_DATABASE)) {
    // It finishes what was begun before it hands itself out.
    await loadSync();
    there = await databases();
  }
  await loadDrafts(there.has(DRAFTS_DATABASE));
}

/** Never fails: a browser that denies storage holds nothing. */
export async function prepareDevice(): Promise<void> {
  await Promise.race([look().catch(reportError), new Promise((late) => setTimeout(late, PATIENCE_MS))]);
}
