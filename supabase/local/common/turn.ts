/**
 * Waits in a queue.
 * @param enter adds `start`, which ends the wait; returns the function that removes it
 * @param late the error after `timeoutMs`
 */
export function waitForTurn(
  enter: (start: () => void) => () => void,
  timeoutMs: number,
  late: () => Error,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((done, failed) => {
    const settle = (act: () => void): void => {
      leave();
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
      act();
    };
    const leave = enter(() => settle(done));
    const aborted = (): void => settle(() => failed(signal?.reason));
    const timer = setTimeout(() => settle(() => failed(late())), timeoutMs);
    signal?.addEventListener("abort", aborted);
  });
}
