// Leader election: one tab replicates. Web Locks choose it; a heartbeat detects a frozen leader,
// whose lock a visible tab then steals. Two tabs never push the same write: a tab that loses the
// lock stops before the next one pushes. Calls of a thawed tab are harmless, because pushes are
// idempotent.

const beatMs = 2_000;
/** Replaces frozen leaders within 10 s: three beats, a check every two seconds, the start. */
const silenceMs = 7_000;
/** Spreads tabs that notice the silence: the first to lead announces it before others steal. */
const spreadMs = 600;

export interface Leadership {
  stop(): void;
}

/**
 * Takes part in the election for `name`.
 * @param onChange called with true when this tab becomes the leader, with false when it no longer
 * is
 */
export function electLeader(name: string, onChange: (leads: boolean) => void): Leadership {
  if (typeof navigator === "undefined" || !("locks" in navigator)) {
    onChange(true);
    return { stop: () => onChange(false) };
  }
  const lock = `betaflock-leader-${name}`;
  const beats = new BroadcastChannel(lock);
  const stopped = new AbortController();
  let release: (() => void) | null = null;
  let lastBeat = Date.now();
  let heard = 0;
  beats.onmessage = () => {
    lastBeat = Date.now();
    heard += 1;
  };

  const hold = () =>
    new Promise<void>((done) => {
      release = done;
      beats.postMessage("beat");
      onChange(true);
    });
  const lost = () => {
    if (release === null) return;
    release();
    release = null;
    onChange(false);
  };

  async function queue(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await navigator.locks.request(lock, { signal: stopped.signal }, hold);
      } catch (error) {
        // AbortError: another tab stole the lock while this one was frozen, or this tab stopped.
        // Queue again at the end.
        lost();
        // Any other error: the page is unloading. WebKit then rejects each request at once;
        // retrying would keep the process busy, with its transactions open.
        if (!(error instanceof DOMException && error.name === "AbortError")) return;
      }
    }
  }

  async function steal(): Promise<void> {
    const before = heard;
    lastBeat = Date.now();
    await new Promise((begin) => setTimeout(begin, Math.random() * spreadMs));
    if (heard !== before || stopped.signal.aborted || release !== null) return;
    try {
      await navigator.locks.request(lock, { steal: true }, hold);
    } catch {
      lost();
    }
  }

  const timer = setInterval(() => {
    if (release !== null) beats.postMessage("beat");
    else if (document.visibilityState === "visible" && Date.now() - lastBeat > silenceMs) void steal();
  }, beatMs);

  void queue();
  return {
    stop() {
      clearInterval(timer);
      stopped.abort();
      lost();
      beats.close();
    },
  };
}
