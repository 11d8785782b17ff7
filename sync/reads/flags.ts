// Reports to the admins that are still on this device.
import { flagsKept, type WaitingFlag } from "../flags.ts";
import { type Read, sideOf } from "../read.ts";

export const waitingFlags = (contentId: string): Read<WaitingFlag[]> => ({
  key: `waitingFlags|${contentId}`,
  observe: (store) => sideOf(async () => (await flagsKept(store)).filter((flag) => flag.content_id === contentId)),
});
