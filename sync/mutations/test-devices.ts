// A tester's own iPhones and iPads. They are calls, not rows, and need a network.
import { removeTestDevice, shareTestDevice } from "../schema/test-device-functions.ts";
import type { CallResult } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

/** Lets managers of the build's organization read the device's identifier. */
export const testDeviceShare = (transport: Transport, device_id: string, release_id: string): CallResult =>
  transport.rpc(shareTestDevice, { device_id, release_id }, "person");

export const testDeviceRemove = (transport: Transport, device_id: string): CallResult =>
  transport.rpc(removeTestDevice, { device_id }, "person");
