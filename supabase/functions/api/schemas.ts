// What the API takes and answers. The document (openapi.ts) is made of these.
import * as v from "valibot";

/** The limit of the bucket `releases`. */
const largest = 500 * 1024 * 1024;
// One expression each: JSON Schema has room for one pattern.
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the expressions search for them.
const versionText = v.regex(
  /^[^\u0000-\u001f\u007f]*[^\s\u0000-\u001f\u007f][^\u0000-\u001f\u007f]*$/,
  "A version, in one line",
);
const fileName = v.regex(/^[^/\\\u0000-\u001f\u007f]+$/, "A name without folders");
/** U+0000 fits into no text of PostgreSQL. */
const noNul = v.regex(/^[^\u0000]*$/, "U+0000 cannot be used");
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above.

export const newRelease = v.strictObject({
  version: v.pipe(v.string(), v.maxLength(40), versionText),
  notes: v.optional(v.pipe(v.string(), v.maxLength(10_000), noNul), ""),
  file_name: v.pipe(v.string(), v.maxLength(255), fileName),
  size_bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(largest)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits, in lower case")),
  content_type: v.optional(
    v.pipe(v.string(), v.maxLength(100), v.regex(/^[\w!#$&^.+-]{1,50}\/[\w!#$&^.+-]{1,49}$/, "A media type")),
  ),
});
export type NewRelease = v.InferOutput<typeof newRelease>;

const upload = v.object({
  /** Of a TUS upload: PATCH it with the bytes from `offset` on. */
  url: v.string(),
  method: v.literal("PATCH"),
  /** What each request has to carry, the offset included. */
  headers: v.record(v.string(), v.string()),
  offset: v.number(),
  /** Until then the headers are valid. Reading the release gives new ones. */
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
    /** Not `arrived`: see `upload`. `refused`: see `failure`. */
    state: v.picklist(["missing", "arrived", "checked", "refused"]),
    failure: v.nullable(v.string()),
  }),
  /** What the package says of itself; empty while it has not been read. */
  platform: v.string(),
  package_id: v.string(),
  build_number: v.string(),
  created_at: v.string(),
  published_at: v.nullable(v.string()),
  /** Where people get the build. */
  page_url: v.string(),
  /** How the file is sent; null: it has arrived, or is somebody else's to send. */
  upload: v.nullable(upload),
});
export type ShownRelease = v.InferOutput<typeof release>;

export const releaseList = v.object({
  data: v.array(release),
  /** For `cursor` of the next page; null: this is the last one. */
  next_cursor: v.nullable(v.string()),
});

export const problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  errors: v.optional(v.array(v.object({ pointer: v.string(), detail: v.string() }))),
});

/** A release as the SQL functions answer it. */
export const storedRelease = v.object({
  id: v.string(),
  app_id: v.string(),
  status: release.entries.status,
  version: v.string(),
  notes: v.string(),
  file_name: v.string(),
  content_type: v.string(),
  size_bytes: v.number(),
  sha256: v.string(),
  created_at: v.string(),
  published_at: v.nullable(v.string()),
  arrived: v.nullable(v.boolean()),
  is_package: v.boolean(),
  checked_at: v.nullable(v.string()),
  check_failure: v.string(),
  platform: v.string(),
  package_id: v.string(),
  build_number: v.string(),
  developer_id: v.string(),
  file_path: v.string(),
  upload_id: v.nullable(v.string()),
});
export type StoredRelease = v.InferOutput<typeof storedRelease>;
