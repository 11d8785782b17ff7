import type { Waiting } from "../../../sync/queries/feedback.ts";

/** Until it has been counted. */
export const nothingWaits: Waiting = { total: 0, byCampaign: new Map() };
