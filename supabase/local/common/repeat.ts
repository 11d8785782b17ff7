/** One run at a time, one waiting. Keeps no process alive. `stop` waits for the running work. */
export function repeat(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running: Promise<unknown> = Promise.resolve();
  let waiting = false;
  const run = (): void => {
    if (waiting) return;
    waiting = true;
    running = running
      .then(() => {
        waiting = false;
        return work();
      })
      .catch(onError);
  };
  const timer = setInterval(run, everyMs).unref();
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await running;
  };
  return { run, stop };
}
