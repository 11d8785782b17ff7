// One version of an app: file, notes, checksum.
import * as v from "valibot";
import { id, instant, integer, replicated, text } from "./fields.ts";

const releaseStatus = v.picklist(["draft", "published", "withdrawn", "expired"]);
const signingKind = v.picklist([
  "",
  "release",
  "debug",
  "unsigned",
  "development",
  "ad_hoc",
  "enterprise",
  "app_store",
  "simulator",
]);
const checkFailure = v.picklist(["", "app_bundle", "split", "damaged", "other_package"]);

export const releases = v.object({
  id,
  app_id: id,
  /** The organization that it belongs to; `developer_id` is its author. */
  org_id: id,
  developer_id: id,
  /** link: the build is where `link_url` leads (TestFlight, a testing track, a store, a page). */
  kind: v.picklist(["file", "link"]),
  link_url: text(2000),
  version: text(40),
  notes: text(10_000),
  file_name: text(255),
  file_path: text(400),
  content_type: text(100),
  size_bytes: integer(0, Number.MAX_SAFE_INTEGER),
  sha256: text(64),
  // What the package says of itself, as the server read it.
  platform: v.picklist(["", "android", "ios"]),
  package_id: text(255),
  package_name: text(120),
  build_number: text(40),
  /** Of Android the API level, of iOS the version. */
  min_os: text(20),
  abis: v.array(text(40)),
  /** SHA-256 of the certificate (Android). */
  signer_sha256: text(64),
  signing_kind: signingKind,
  signing_expires_at: v.nullable(instant),
  /** How many devices its profile names (iOS). */
  profile_devices: integer(),
  /** When the server has read the file; null: not yet, or it is no package. */
  checked_at: v.nullable(instant),
  check_failure: checkFailure,
  /** By its developer. */
  expires_at: v.nullable(instant),
  /** The file is gone to free space; the row stays. */
  file_removed_at: v.nullable(instant),
  status: releaseStatus,
  downloads: integer(),
  published_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type Release = v.InferOutput<typeof releases>;
