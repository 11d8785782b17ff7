// One version of an app: file, notes, checksum.
import * as v from "valibot";
import { rejectedBuilds, unreadBuilds } from "../files/build-checks.ts";
import { id, instant, integer, line, replicated, text } from "./fields.ts";

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
const checkFailure = v.picklist(["", ...rejectedBuilds, ...unreadBuilds]);

const publishes = v.picklist(["", "release", "app"]);

export const releases = v.object({
  id,
  app_id: id,
  /** The organization that owns it. `developer_id` is the author. */
  org_id: id,
  developer_id: id,
  /** link: `link_url` leads to the build (TestFlight, a testing track, a store, a page). */
  kind: v.picklist(["file", "link"]),
  link_url: line(2000),
  version: line(40),
  notes: text(10_000),
  file_name: line(255),
  file_path: line(400),
  content_type: line(100),
  size_bytes: integer(0, Number.MAX_SAFE_INTEGER),
  sha256: line(64),
  // Metadata of the package, as read by the server.
  platform: v.picklist(["", "android", "ios"]),
  package_id: line(255),
  package_name: line(120),
  build_number: line(40),
  /** The API level on Android, the version on iOS. */
  min_os: line(20),
  abis: v.array(line(40)),
  /** SHA-256 of the certificate (Android). */
  signer_sha256: line(64),
  signing_kind: signingKind,
  signing_expires_at: v.nullable(instant),
  /** Number of devices in its profile (iOS). */
  profile_devices: integer(),
  /** When the server read the file; null if it has not yet. */
  checked_at: v.nullable(instant),
  check_failure: checkFailure,
  /** Values of `BuildCaution` (sync/files/build-checks.ts). */
  cautions: v.array(text(40)),
  /** Set by the developer. */
  expires_at: v.nullable(instant),
  /** When the file was deleted to free space. The row remains. */
  file_removed_at: v.nullable(instant),
  /** Asks the server to publish after a successful check; `app`: the app, too. */
  publishes,
  status: releaseStatus,
  downloads: integer(),
  published_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type Release = v.InferOutput<typeof releases>;
