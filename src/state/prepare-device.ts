// Runs once before the first page is drawn: finishes an interrupted wipe and loads drafts.
import { DRAFTS_DATABASE, loadDrafts } from "../lib/drafts.ts";
import { reportError } from "../lib/error-log.ts";
import { loadSync } from "./sync.ts";

/** The name in sync/database/wipe.ts, which is not loaded here. */
const WIPE_DATABASE = "betaflock-wipe";
/** Hanging storage must not keep the page from being drawn. */
const PATIENCE_MS = 2_000;

async function databases(): Promise<ReadonlySet<string | undefined>> {
  // Browsers without `databases()`: assume that both exist.
  if (typeof indexedDB.databases !== "function") return new Set([WIPE_DATABASE, DRAFTS_DATABASE]);
  return new Set((await indexedDB.databases()).map(({ name }) => name));
}

async function look(): Promise<void> {
  let there = await databases();
  if (there.has(WIPE_DATABASE)) {
    // Finishes the wipe before it resolves.
    await loadSync();
    there = await databases();
  }
  await loadDrafts(there.has(DRAFTS_DATABASE));
}

/** Never fails: a browser that denies storage holds nothing. */
export async function prepareDevice(): Promise<void> {
  await Promise.race([look().catch(reportError), new Promise((late) => setTimeout(late, PATIENCE_MS))]);
}
