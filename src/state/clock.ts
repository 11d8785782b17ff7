import { followClockOffset } from "../../sync/transport/server-clock.ts";
import { setClockOffset } from "../lib/clock.ts";

/** From here on the screens go by the server's clock. Before anything is drawn. */
export const followServerClock = (): void => followClockOffset(setClockOffset);
