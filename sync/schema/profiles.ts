// A person's profile. The server sets `role`, `status`, `karma`, `rating` and the counts.
import * as v from "valibot";
import { address, id, instant, integer, line, replicated, text } from "./fields.ts";
import { profileStatuses, reportGuideStates, roles } from "./values.ts";

export const role = v.picklist(roles);
export type Role = v.InferOutput<typeof role>;
export const profileStatus = v.picklist(profileStatuses);

export const device = v.object({ id, name: line(80), platform: line(40), os: line(80) });
export type Device = v.InferOutput<typeof device>;

/** Returns the platforms of a person's devices, which are named in free text. */
export const platformsOf = (devices: readonly Device[]): Set<string> =>
  new Set(
    devices.flatMap((d) => {
      const text = `${d.platform} ${d.os}`.toLowerCase();
      return ["android", "ios", "windows", "macos", "web"].filter((platform) => text.includes(platform));
    }),
  );

export const profiles = v.object({
  id,
  name: line(120),
  email: address,
  role,
  status: profileStatus,
  /** Reason for the suspension; otherwise empty. */
  status_reason: text(1000),
  avatar_path: line(400),
  bio: text(2000),
  devices: v.array(device),
  expertise: v.array(line(60)),
  company: line(120),
  website: line(400),
  social_links: v.object({ github: line(100), twitter: line(100), linkedin: line(100) }),
  karma: integer(-2_147_483_648),
  rating: v.nullable(v.number()),
  tests_completed: integer(),
  /** Progress of the report exercises. */
  report_guide: v.picklist(reportGuideStates),
  last_sign_in_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type Profile = v.InferOutput<typeof profiles>;
