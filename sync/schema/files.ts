// A file in a person's File Storage (S22): the row of an object in the bucket `files`.
import * as v from "valibot";
import { id, instant, integer, replicated, text } from "./fields.ts";

export const files = v.object({
  id,
  owner_id: id,
  /** A path with folders, below the owner's own folder. */
  file_name: text(400),
  size_bytes: integer(0, Number.MAX_SAFE_INTEGER),
  content_type: text(100),
  uploaded_at: instant,
  is_sample: v.boolean(),
  ...replicated,
});
export type StoredFile = v.InferOutput<typeof files>;
