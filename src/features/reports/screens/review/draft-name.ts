import type { Feedback } from "../../../../../sync/schema/feedback.ts";

/** Words for one report, or for a choice of several, are kept apart. */
export const draftName = (reports: readonly Pick<Feedback, "id">[]): string =>
  reports
    .map(({ id }) => id)
    .sort()
    .join(" ")
    .slice(0, 400);
