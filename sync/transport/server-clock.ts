// The server's time: this device's clock plus the measured offset. Use it for times that others
// read or wrote, such as row stamps, deadlines and "3 minutes ago". Use the device's clock to
// compare two moments on this device (pauses, caches, cooldowns). Has no dependencies, because the
// first page reads it too. The offset is stored for starts without a network; an accurate device
// stores nothing.

const offsetKey = "clock-offset";

/**
 * Differences up to this are ignored. An answer's `Date` may come from a gateway whose clock
 * differs from the database's, and screens show nothing finer than a minute.
 */
const toleranceMs = 5_000;

/** Null if the browser denies storage. The offset is then known for this visit only. */
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
    // Storage is full: the next start measures again.
  }
}

/** The server's clock minus this device's, in ms. */
let offset = storedOffset();
/** True if an answer has confirmed the offset in this visit, in any tab. */
let confirmed = false;
const followers = new Set<(offset: number) => void>();
const jumpListeners = new Set<() => void>();

/** The device's clock minus the monotonic one: constant until the clock is set. */
const beyond = (): number => Date.now() - performance.now();
let lastBeyond = beyond();

function change(next: number): void {
  if (next === offset) return;
  offset = next;
  for (const follower of followers) follower(next);
}

/**
 * Compares the device's clock with the monotonic one. After a jump back the clock was changed, so
 * the offset is adjusted. A jump ahead may be sleep, because some browsers stop the monotonic clock
 * then: the offset stays until the next answer, unless the clock jumped by exactly its error.
 */
function settle(): void {
  const now = beyond();
  const jump = now - lastBeyond;
  lastBeyond = now;
  if (Math.abs(jump) <= toleranceMs) return;
  if (confirmed) {
    const next = Math.abs(offset - jump) <= toleranceMs ? 0 : offset - Math.min(jump, 0);
    if (next !== offset) {
      change(next);
      store(offset);
    }
  }
  for (const listener of jumpListeners) listener();
}

/** Pause between comparisons in an idle page. */
const compareMs = 5_000;

/**
 * Calls back after the device's clock has jumped or the device has slept. The server's next answer
 * decides which.
 * @returns stops watching
 */
export function watchClockJumps(listener: () => void): () => void {
  jumpListeners.add(listener);
  const timer = setInterval(settle, compareMs);
  return () => {
    jumpListeners.delete(listener);
    clearInterval(timer);
  };
}

// Another tab has measured it by the current clock.
if (typeof window !== "undefined") {
  window.addEventListener("storage", ({ key }) => {
    if (key !== offsetKey && key !== null) return;
    settle();
    confirmed = true;
    change(storedOffset());
  });
}

/** Calls back with the offset, now and when it changes. */
export function followClockOffset(follower: (offset: number) => void): void {
  followers.add(follower);
  follower(offset);
}

/** Returns the current server time as a row's stamp. */
export function timestamp(): string {
  settle();
  return new Date(Date.now() + offset).toISOString();
}

/** Returns the next version's stamp, never earlier than the last, even if the clock is set back. */
export const timestampAfter = (last: string): string => {
  const now = timestamp();
  return now > last ? now : last;
};

/**
 * Measures the offset with an answer. The server created it between request and arrival, in the
 * second of `date`, which bounds the offset. An offset within the bounds stays in use; otherwise
 * each answer's delay would move all times.
 * @param date the `Date` header
 * @param sentAt when the request was sent, by this device's clock
 */
export function readServerTime(date: string | null, sentAt: number, receivedAt = Date.now()): void {
  const at = Date.parse(date ?? "");
  if (Number.isNaN(at)) return;
  settle();
  const least = at - receivedAt;
  const most = at + 1_000 - sentAt;
  // The device's clock was set back during the call.
  if (least > most) return;
  const fits = (one: number) => one >= least - toleranceMs && one <= most + toleranceMs;
  confirmed = true;
  if (fits(offset)) return;
  change(fits(0) ? 0 : Math.round((least + most) / 2));
  store(offset);
}
