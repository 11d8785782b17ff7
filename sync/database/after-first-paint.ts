// Runs tasks after the first screen's reads: replication opens as many databases again as the store
// has, and the browser opens all databases of an origin one after another.

const idle = (): Promise<unknown> =>
  typeof requestIdleCallback === "undefined"
    ? Promise.resolve()
    : new Promise((done) => requestIdleCallback(done, { timeout: 250 }));

/** Twice: the page draws after the first, which is when it asks for what it shows. */
export const afterFirstPaint = async (): Promise<void> => {
  await idle();
  await idle();
};
