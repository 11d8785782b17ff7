// The time by the server's clock, as far as this device knows it: its own clock, and what the
// answers said of the difference. For whatever meets times that others wrote: stamps in rows,
// deadlines, "3 minutes ago". What compares two moments of this device alone (pauses, caches,
// cooldowns) takes the device's clock. Without a dependency: the first page reads it, too.
// The difference stays on the device: an app that is opened without a network would fall back to
// the wrong clock. A right device stores nothing.

const offsetKey = "clock-offset";

/**
 * How far off a clock may be and count as right. The `Date` of an answer may come from a gateway,
 * whose clock is not quite the database's, and nothing that a person reads is finer than a minute.
 */
const toleranceMs = 5_000;

/** Null where there is no storage, or the browser denies it: the offset is known for this visit. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

function storedOffset(): number {
  const known = Number(storage()?.getItem(offsetKey) ?? 0);
  return Number.isFinite(known) ? known : 0;
}

function store(known: number): void {
  try {
    if (known === 0) storage()?.removeItem(offsetKey);
    else storage()?.setItem(offsetKey, String(known));
  } catch {
    // Full: the next start measures it again.
  }
}

/** The server's clock minus this device's, in ms. */
let offset = storedOffset();
const followers = new Set<(offset: number) => void>();

function change(next: number): void {
  if (next === offset) return;
  offset = next;
  for (const follower of followers) follower(next);
}

// Another tab has measured it.
if (typeof window !== "undefined") {
  window.addEventListener("storage", ({ key }) => {
    if (key === offsetKey || key === null) change(storedOffset());
  });
}

/** Calls back with the offset, now and when it changes. */
export function followClockOffset(follower: (offset: number) => void): void {
  followers.add(follower);
  follower(offset);
}

/** The present moment as it goes into a row. */
export const timestamp = (): string => new Date(Date.now() + offset).toISOString();

/**
 * The stamp of a row's next version: never before the last one, although a clock may have been put
 * back.
 */
export const timestampAfter = (last: string): string => {
  const now = timestamp();
  return now > last ? now : last;
};

/**
 * Takes the time from an answer of the server. It was made between the request and its arrival, in
 * the second that `date` names, so the answer bounds the offset. One that fits stays in use, or
 * every answer would move all times by its delay; a slow answer says little.
 * @param date the header of that name
 * @param sentAt when the request was sent, by this device's clock
 */
export function readServerTime(date: string | null, sentAt: number, receivedAt = Date.now()): void {
  const at = Date.parse(date ?? "");
  if (Number.isNaN(at)) return;
  const least = at - receivedAt;
  const most = at + 1_000 - sentAt;
  // The device's clock was put back while it waited.
  if (least > most) return;
  const fits = (one: number) => one >= least - toleranceMs && one <= most + toleranceMs;
  if (fits(offset)) return;
  change(fits(0) ? 0 : Math.round((least + most) / 2));
  store(offset);
}
