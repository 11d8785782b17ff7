// A tester's own iPhones and iPads. Calls, not rows: none works offline.
import { removeTestDevice, shareTestDevice } from "../schema/test-device-functions.ts";
import type { CallFailure, Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

type Done = Promise<Result<unknown, CallFailure>>;

/** The managers of the build's organization may read the device's identifier from now on. */
export const testDeviceShare = (transport: Transport, device_id: string, release_id: string): Done =>
  transport.rpc(shareTestDevice, { device_id, release_id }, "person");

export const testDeviceRemove = (transport: Transport, device_id: string): Done =>
  transport.rpc(removeTestDevice, { device_id }, "person");
