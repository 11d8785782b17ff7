// Launch codes of builds are calls, not rows, so that testers never pull them. They need a network.
import { setLaunchCode } from "../schema/release-functions.ts";
import type { CallResult } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

/** @param code empty removes it */
export const launchCodeSet = (transport: Transport, release_id: string, code: string): CallResult =>
  transport.rpc(setLaunchCode, { release_id, code }, "person");
