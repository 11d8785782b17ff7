import * as v from "valibot";

const text = v.optional(v.fallback(v.optional(v.string()), undefined));

/** File Storage, for developers and admins. */
export const storageSearch = v.object({
  path: text,
  tab: v.optional(v.fallback(v.optional(v.literal("upload")), undefined)),
  /** The file whose details are open. */
  file: text,
  /** Admins: whose area. */
  owner: text,
});
