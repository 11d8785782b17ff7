import type { Waiting } from "../../../sync/reads/feedback.ts";

/** Until it has been counted. */
export const nothingWaits: Waiting = { total: 0, byCampaign: new Map() };
