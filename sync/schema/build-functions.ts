// Answers of the SQL functions for a build's page.
import * as v from "valibot";
import { appPlatform, appType } from "./apps.ts";
import { id, text } from "./fields.ts";
import { sqlFunction } from "./functions.ts";
import { releases } from "./releases.ts";

const app = v.object({
  id,
  title: text(120),
  developer_name: text(120),
  org_id: id,
  icon_path: text(400),
  platform: appPlatform,
  type: appType,
  in_store: v.boolean(),
});

const build = v.pick(releases, [
  ...(["id", "app_id", "kind", "link_url", "version", "notes", "file_name", "file_path", "content_type"] as const),
  ...(["size_bytes", "sha256", "platform", "package_id", "build_number", "min_os", "abis", "signer_sha256"] as const),
  ...(["signing_kind", "signing_expires_at", "checked_at", "check_failure", "expires_at", "file_removed_at"] as const),
  ...(["status", "published_at"] as const),
]);
export type Build = v.InferOutput<typeof build>;

/** The shape of `build_page` in SQL. */
const buildPage = v.variant("access", [
  v.object({
    access: v.literal("full"),
    app,
    release: build,
    /** The campaign that gives the tester access. */
    campaign_id: v.nullable(id),
  }),
  v.object({
    access: v.literal("join"),
    app,
    release: v.pick(build, ["version", "kind", "platform", "size_bytes"]),
    /** A public campaign with this build. */
    campaign_id: id,
  }),
  v.object({ access: v.picklist(["sign_in", "none"]) }),
]);
export type BuildPage = v.InferOutput<typeof buildPage>;
export const readBuildPage = sqlFunction("build_page", buildPage);
