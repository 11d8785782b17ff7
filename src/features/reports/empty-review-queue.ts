import type { ReviewQueueCounts } from "../../../sync/queries/feedback.ts";

/** Until it has been counted. */
export const emptyReviewQueue: ReviewQueueCounts = { total: 0, byCampaign: new Map() };
