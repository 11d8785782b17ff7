// Reports to the admins that are still on this device.
import { type Query, sideOf } from "../database/query.ts";
import { flagsKept, type WaitingFlag } from "../uploads/flags.ts";

export const waitingFlags = (contentId: string): Query<WaitingFlag[]> => ({
  key: `waitingFlags|${contentId}`,
  observe: (store) => sideOf(async () => (await flagsKept(store)).filter((flag) => flag.content_id === contentId)),
});
