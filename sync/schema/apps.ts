// An app in the catalog. Its version, size and downloads follow its newest published release, by
// trigger.
import * as v from "valibot";
import { id, instant, integer, replicated, text } from "./fields.ts";
import { appStatuses } from "./values.ts";

const appStatus = v.picklist(appStatuses);
export const appPlatform = v.picklist(["android", "ios", "windows", "macos", "web"]);
export const appType = v.picklist(["APK", "IPA", "EXE", "DMG", "WEB"]);

export const apps = v.object({
  id,
  /** The organization that it belongs to; `developer_id` is its author. */
  org_id: id,
  developer_id: id,
  developer_name: text(120),
  title: text(120),
  description: text(5000),
  platform: appPlatform,
  type: appType,
  icon_path: text(400),
  screenshots: v.array(text(400)),
  requirements: v.array(text(200)),
  compatibility: text(400),
  status: appStatus,
  version: text(40),
  changelog: text(10_000),
  size_bytes: integer(0, Number.MAX_SAFE_INTEGER),
  downloads: integer(),
  published_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type App = v.InferOutput<typeof apps>;
