// The iPhones and iPads of testers, whose identifiers a developer registers with Apple. Online
// only: the server keeps them encrypted, and no device keeps an identifier of somebody else's.
import * as v from "valibot";
import { id, instant, text } from "./fields.ts";
import { nothing, sqlFunction } from "./functions.ts";

const device = v.object({
  id,
  /** As Apple calls it: iPhone17,1. */
  model: text(60),
  os_version: text(20),
  created_at: instant,
  /** Does the build's profile name it? Null: that is not known. */
  in_profile: v.nullable(v.boolean()),
  /** With the organization of the build. */
  shared: v.boolean(),
  shared_with: v.array(v.string()),
});
export type TestDevice = v.InferOutput<typeof device>;

/** The caller's own. `organization`: whose test opens the build to them; null: none. */
export const myTestDevices = sqlFunction(
  "my_test_devices",
  v.object({ organization: v.nullable(v.string()), devices: v.array(device) }),
);
export const shareTestDevice = sqlFunction("share_test_device", nothing);
export const removeTestDevice = sqlFunction("remove_test_device", nothing);
