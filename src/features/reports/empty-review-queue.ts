import type { ReviewQueueCounts } from "#sync/queries/feedback.ts";

/** Placeholder until the reports are counted. */
export const emptyReviewQueue: ReviewQueueCounts = { total: 0, byCampaign: new Map() };
