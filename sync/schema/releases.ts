// One version of an app: file, notes, checksum.
import * as v from "valibot";
import { id, instant, integer, replicated, text } from "./fields.ts";

const releaseStatus = v.picklist(["draft", "published", "withdrawn"]);

export const releases = v.object({
  id,
  app_id: id,
  /** The organization that it belongs to; `developer_id` is its author. */
  org_id: id,
  developer_id: id,
  version: text(40),
  notes: text(10_000),
  file_name: text(255),
  file_path: text(400),
  content_type: text(100),
  size_bytes: integer(0, Number.MAX_SAFE_INTEGER),
  sha256: text(64),
  status: releaseStatus,
  downloads: integer(),
  published_at: v.nullable(instant),
  is_sample: v.boolean(),
  ...replicated,
});
export type Release = v.InferOutput<typeof releases>;
