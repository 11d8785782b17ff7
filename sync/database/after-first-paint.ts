// Runs tasks after the first screen's reads, so that loading replication does not delay them.

const idle = (): Promise<unknown> =>
  typeof requestIdleCallback === "undefined"
    ? Promise.resolve()
    : new Promise((done) => requestIdleCallback(done, { timeout: 250 }));

/** Twice: the page draws after the first, and only then reads its rows. */
export const afterFirstPaint = async (): Promise<void> => {
  await idle();
  await idle();
};
