import { followClockOffset } from "../../sync/transport/server-clock.ts";
import { setClockOffset } from "../lib/clock.ts";

/** Makes screens use the server's clock. Call before the first render. */
export const followServerClock = (): void => followClockOffset(setClockOffset);
