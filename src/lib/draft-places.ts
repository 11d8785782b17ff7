// A form that is open in two tabs has a draft in each of them: the second one's is in a place of
// its own, `key#2`. What a tab has open is a Web Lock, so that a closed or killed tab leaves its
// place to whoever opens the form next. Without Web Locks (plain HTTP) all tabs share one place.
import { readKey, readKeys, removeKeys, writeKey } from "./browser-storage.ts";
import { reportError } from "./error-log.ts";

const LOCKS = "betaflock-draft|";
/** The place that this tab has open: its own after a reload, or when the browser restores it. */
const REMEMBERED = "draft-place|";
/** A tab that is reloaded leaves its locks at once; the original of a duplicated tab does not. */
const PATIENCE_MS = 200;
/** Nobody has one form open in more tabs. */
const MOST = 20;

const takenByOthers = new Set<string>();
const ownLocks = new Set<string>();
/** Null: this browser tells nothing of other tabs, or keeps nothing. */
let channel: BroadcastChannel | null = null;

const lockOf = (place: string) => LOCKS + place;

/** Resolves when the tab that holds the lock has left it. */
function untilLeft(lock: string): Promise<void> {
  takenByOthers.add(lock);
  const left = () => void takenByOthers.delete(lock);
  return navigator.locks.request(lock, { mode: "shared" }, left).catch(reportError);
}

/** At the start, before a form is drawn: finds out what other tabs have open. */
export async function loadPlaces(): Promise<void> {
  if (typeof navigator === "undefined" || !("locks" in navigator) || typeof BroadcastChannel !== "function") return;
  const told = new BroadcastChannel(LOCKS);
  told.onmessage = ({ data }: MessageEvent<string>) => {
    if (!ownLocks.has(data)) void untilLeft(data);
  };
  const { held = [] } = await navigator.locks.query();
  channel = told;
  const remembered = new Set(readKeys(REMEMBERED, "session").map(lockOf));
  const leaving: Promise<void>[] = [];
  for (const { name = "" } of held) {
    if (!name.startsWith(LOCKS)) continue;
    const left = untilLeft(name);
    if (remembered.has(name)) leaving.push(left);
  }
  if (leaving.length === 0) return;
  await Promise.race([Promise.all(leaving), new Promise((late) => setTimeout(late, PATIENCE_MS))]);
}

/**
 * The place for the draft of a form that is opened now: the one that this tab had, else the first
 * one with a draft that no other tab has open, else the first free one.
 */
export function freePlace(key: string, hasDraft: (place: string) => boolean): string {
  const remembered = readKey(REMEMBERED + key, "session");
  if (remembered && !takenByOthers.has(lockOf(remembered))) return remembered;
  const places = Array.from({ length: MOST }, (_, index) => (index === 0 ? key : `${key}#${index + 1}`));
  const free = places.filter((place) => !takenByOthers.has(lockOf(place)));
  return free.find(hasDraft) ?? free[0] ?? key;
}

/** @returns to be called when the form is closed */
export function occupyPlace(key: string, place: string): () => void {
  if (!channel) return () => undefined;
  const lock = lockOf(place);
  const closed = new AbortController();
  const untilClosed = () => {
    // Told only now: whoever hears of it waits for this lock, and would take it first.
    channel?.postMessage(lock);
    return new Promise<void>((left) => closed.signal.addEventListener("abort", () => left()));
  };
  ownLocks.add(lock);
  writeKey(REMEMBERED + key, place, "session");
  navigator.locks.request(lock, { signal: closed.signal }, untilClosed).catch((error: unknown) => {
    if (!closed.signal.aborted) reportError(error);
  });
  return () => {
    closed.abort();
    ownLocks.delete(lock);
    writeKey(REMEMBERED + key, null, "session");
  };
}

/** The person logs out: what they had open is nobody's business. */
export const forgetPlaces = (): void => removeKeys(REMEMBERED, "session");
