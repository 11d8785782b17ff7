// Testers' iPhones and iPads, whose identifiers developers register with Apple. Online only: the
// server stores them encrypted, and devices never store another person's identifier.
import * as v from "valibot";
import { id, instant, text } from "./fields.ts";
import { command, sqlFunction } from "./functions.ts";

const device = v.object({
  id,
  /** Apple's model code, e.g. iPhone17,1. */
  model: text(60),
  os_version: text(20),
  created_at: instant,
  /** Whether the build's profile includes it; null if unknown. */
  in_profile: v.nullable(v.boolean()),
  /** True if shared with the build's organization. */
  shared: v.boolean(),
  shared_with: v.array(v.string()),
});
export type TestDevice = v.InferOutput<typeof device>;

/** The caller's devices. `organization`: whose test gives access to the build, or null. */
export const myTestDevices = sqlFunction(
  "my_test_devices",
  v.object({ organization: v.nullable(v.string()), devices: v.array(device) }),
);
/** Lets managers of the build's organization read the device's identifier. */
export const shareTestDevice = command<{ device_id: string; release_id: string }>("share_test_device");
export const removeTestDevice = command<{ device_id: string }>("remove_test_device");
