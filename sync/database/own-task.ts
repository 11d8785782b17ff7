declare const scheduler: { yield?(): Promise<void> } | undefined;

/** Continues in a new task, so the browser can draw and handle input during a start. */
export const ownTask = (): Promise<void> =>
  typeof scheduler === "object" && scheduler?.yield ? scheduler.yield() : new Promise((resume) => setTimeout(resume));
