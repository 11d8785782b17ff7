import type { ReviewQueueCounts } from "#sync/queries/feedback.ts";

export const emptyReviewQueue: ReviewQueueCounts = { total: 0, byCampaign: new Map() };
