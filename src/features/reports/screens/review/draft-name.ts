import type { Feedback } from "#sync/schema/feedback.ts";

/** Drafts for one report and for a selection have different names. */
export const draftName = (reports: readonly Pick<Feedback, "id">[]): string =>
  reports
    .map(({ id }) => id)
    .sort()
    .join(" ")
    .slice(0, 400);
