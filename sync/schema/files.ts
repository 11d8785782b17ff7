// A file in a person's File Storage: the row of an object in the bucket `files`.
import * as v from "valibot";
import { id, instant, integer, line, replicated } from "./fields.ts";

export const files = v.object({
  id,
  owner_id: id,
  /** A path relative to the owner's folder. */
  file_name: line(400),
  size_bytes: integer(0, Number.MAX_SAFE_INTEGER),
  content_type: line(100),
  uploaded_at: instant,
  is_sample: v.boolean(),
  ...replicated,
});
export type StoredFile = v.InferOutput<typeof files>;
