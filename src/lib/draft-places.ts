// A form that is open in two tabs has a draft per tab; the second tab uses the place `key#2`. Open
// places are Web Locks, so a closed or killed tab frees its place. Without Web Locks (plain HTTP)
// all tabs share one place.
import { readKey, readKeys, removeKeys, writeKey } from "./browser-storage.ts";
import { reportError } from "./error-log.ts";

const LOCKS = "betaflock-draft|";
/** The place of this tab, to reuse after a reload or restore. */
const REMEMBERED = "draft-place|";
/** A reloading tab releases its locks at once; the original of a duplicated tab does not. */
const PATIENCE_MS = 200;
/** Maximum number of tabs with the same form. */
const MOST = 20;

const takenByOthers = new Set<string>();
const ownLocks = new Set<string>();
/** Null if the browser has no channel or no storage. */
let channel: BroadcastChannel | null = null;

const lockOf = (place: string) => LOCKS + place;

function untilLeft(lock: string): Promise<void> {
  takenByOthers.add(lock);
  const left = () => void takenByOthers.delete(lock);
  return navigator.locks.request(lock, { mode: "shared" }, left).catch(reportError);
}

/** Loads the places of other tabs. Await it before rendering a form. */
export async function loadPlaces(): Promise<void> {
  if (typeof navigator === "undefined" || !("locks" in navigator) || typeof BroadcastChannel !== "function") return;
  const announced = new BroadcastChannel(LOCKS);
  announced.onmessage = ({ data }: MessageEvent<string>) => {
    if (!ownLocks.has(data)) void untilLeft(data);
  };
  const { held = [] } = await navigator.locks.query();
  channel = announced;
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

/** This tab's previous place, else the first with an abandoned draft, else the first free one. */
export function freePlace(key: string, hasDraft: (place: string) => boolean): string {
  const remembered = readKey(REMEMBERED + key, "session");
  if (remembered && !takenByOthers.has(lockOf(remembered))) return remembered;
  const places = Array.from({ length: MOST }, (_, index) => (index === 0 ? key : `${key}#${index + 1}`));
  const free = places.filter((place) => !takenByOthers.has(lockOf(place)));
  return free.find(hasDraft) ?? free[0] ?? key;
}

/** @returns call it when the form closes */
export function occupyPlace(key: string, place: string): () => void {
  if (!channel) return () => undefined;
  const lock = lockOf(place);
  const closed = new AbortController();
  const untilClosed = () => {
    // Announce only now: receivers wait for this lock and could otherwise get it first.
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

export const forgetPlaces = (): void => removeKeys(REMEMBERED, "session");
