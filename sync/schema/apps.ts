// An app in the catalog. A trigger copies version, size and downloads of its newest published
// release.
import * as v from "valibot";
import { id, instant, integer, line, replicated, text } from "./fields.ts";
import { appStatuses } from "./values.ts";

const appStatus = v.picklist(appStatuses);
export const appPlatform = v.picklist(["android", "ios", "windows", "macos", "web"]);
export const appType = v.picklist(["APK", "IPA", "EXE", "DMG", "WEB"]);

export const apps = v.object({
  id,
  /** The organization that owns it. `developer_id` is the author. */
  org_id: id,
  developer_id: id,
  developer_name: line(120),
  title: line(120),
  description: text(5000),
  platform: appPlatform,
  type: appType,
  icon_path: line(400),
  screenshots: v.array(line(400)),
  requirements: v.array(line(200)),
  compatibility: line(400),
  status: appStatus,
  version: line(40),
  changelog: text(10_000),
  size_bytes: integer(0, Number.MAX_SAFE_INTEGER),
  downloads: integer(),
  published_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type App = v.InferOutput<typeof apps>;
