// A person's profile. The server sets `role`, `status`, `karma`, `rating` and the counts.
import * as v from "valibot";
import { id, instant, integer, replicated, text } from "./fields.ts";
import { profileStatuses, reportGuideStates, roles } from "./values.ts";

export const role = v.picklist(roles);
export type Role = v.InferOutput<typeof role>;
export const profileStatus = v.picklist(profileStatuses);

export const device = v.object({ id, name: text(80), platform: text(40), os: text(80) });
export type Device = v.InferOutput<typeof device>;

/**
 * The platforms that a person has a device for. Devices are named freely: the platform's word
 * decides.
 */
export const platformsOf = (devices: readonly Device[]): Set<string> =>
  new Set(
    devices.flatMap((d) => {
      const text = `${d.platform} ${d.os}`.toLowerCase();
      return ["android", "ios", "windows", "macos", "web"].filter((platform) => text.includes(platform));
    }),
  );

export const profiles = v.object({
  id,
  name: text(120),
  email: text(320),
  role,
  status: profileStatus,
  /** Why it is suspended; empty otherwise. */
  status_reason: text(1000),
  avatar_path: text(400),
  bio: text(2000),
  devices: v.array(device),
  expertise: v.array(text(60)),
  company: text(120),
  website: text(400),
  social_links: v.object({ github: text(100), twitter: text(100), linkedin: text(100) }),
  karma: integer(-2_147_483_648),
  rating: v.nullable(v.number()),
  tests_completed: integer(),
  /** The exercises about a good report. */
  report_guide: v.picklist(reportGuideStates),
  last_sign_in_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type Profile = v.InferOutput<typeof profiles>;
