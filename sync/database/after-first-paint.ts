// The first screen's reads go first: replication opens as many databases again as the store has,
// and all databases of an origin stand in one queue of the browser.

const idle = (): Promise<unknown> =>
  typeof requestIdleCallback === "undefined"
    ? Promise.resolve()
    : new Promise((done) => requestIdleCallback(done, { timeout: 250 }));

/** Twice: the page draws after the first, which is when it asks for what it shows. */
export const afterFirstPaint = async (): Promise<void> => {
  await idle();
  await idle();
};
