// Requests and responses of the API, also the source of the document (openapi.ts).
import * as v from "valibot";
import { rejectedBuilds, unreadBuilds } from "../../../sync/files/build-checks.ts";

/** The limit of the bucket `releases`. */
const largest = 500 * 1024 * 1024;
// One expression each: JSON Schema has room for one pattern.
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the expressions search for them.
const versionText = v.regex(
  /^[^\u0000-\u001f\u007f]*[^\s\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$/,
  "A version, in one line",
);
const fileName = v.regex(/^[^/\\\u0000-\u001f\u007f]+$/, "A name without folders");
/** PostgreSQL cannot store U+0000. */
const noNul = v.regex(/^[^\u0000]*$/, "U+0000 cannot be used");
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above.

export const newRelease = v.strictObject({
  version: v.pipe(v.string(), v.maxCodePoints(40), versionText),
  notes: v.optional(v.pipe(v.string(), v.maxCodePoints(10_000), noNul), ""),
  file_name: v.pipe(v.string(), v.maxCodePoints(255), fileName),
  size_bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(largest)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits, in lower case")),
  content_type: v.optional(
    v.pipe(v.string(), v.maxLength(100), v.regex(/^[\w!#$&^.+-]{1,50}\/[\w!#$&^.+-]{1,49}$/, "A media type")),
  ),
  launch_code: v.optional(v.pipe(v.string(), v.maxCodePoints(40), noNul)),
});
export type NewRelease = v.InferOutput<typeof newRelease>;

const upload = v.object({
  /** Address of a TUS upload: PATCH the bytes from `offset` on. */
  url: v.string(),
  method: v.literal("PATCH"),
  headers: v.record(v.string(), v.string()),
  offset: v.number(),
  /** When the headers expire. Reading the release returns new ones. */
  expires_at: v.string(),
});
export type Upload = v.InferOutput<typeof upload>;

export const release = v.object({
  id: v.string(),
  app_id: v.string(),
  status: v.picklist(["draft", "published", "withdrawn", "expired"]),
  version: v.string(),
  notes: v.string(),
  file: v.object({
    name: v.string(),
    content_type: v.string(),
    size_bytes: v.number(),
    sha256: v.string(),
    /** missing: see `upload`. rejected: see `failure`. */
    state: v.picklist(["missing", "arrived", "checked", "rejected"]),
    failure: v.nullable(v.string()),
  }),
  /** Facts of the package; empty until it is checked. */
  platform: v.string(),
  package_id: v.string(),
  build_number: v.string(),
  created_at: v.string(),
  published_at: v.nullable(v.string()),
  page_url: v.string(),
  /** How to send the file; null when it has arrived or another program sends it. */
  upload: v.nullable(upload),
});
export type ShownRelease = v.InferOutput<typeof release>;

export const releaseList = v.object({
  data: v.array(release),
  /** `cursor` of the next page; null on the last page. */
  next_cursor: v.nullable(v.string()),
});

export const problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ pointer: v.string(), detail: v.string() }))),
});

export const storedRelease = v.object({
  ...v.omit(release, ["file", "page_url", "upload"]).entries,
  file_name: v.string(),
  content_type: v.string(),
  size_bytes: v.number(),
  sha256: v.string(),
  arrived: v.nullable(v.boolean()),
  checked_at: v.nullable(v.string()),
  check_failure: v.picklist(["", ...rejectedBuilds, ...unreadBuilds]),
  developer_id: v.string(),
  file_path: v.string(),
  upload_id: v.nullable(v.string()),
});
export type StoredRelease = v.InferOutput<typeof storedRelease>;
