declare const scheduler: { yield?(): Promise<void> } | undefined;

/**
 * The rest runs in a task of its own: what is done for many databases or queries at once would
 * otherwise be one task, in which a phone answers no press. Between two of them the browser draws
 * and answers.
 */
export const ownTask = (): Promise<void> =>
  typeof scheduler === "object" && scheduler?.yield ? scheduler.yield() : new Promise((resume) => setTimeout(resume));
