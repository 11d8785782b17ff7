// File Storage of a developer's organizations.
import { type Query, rowsOf } from "../database/query.ts";
import type { StoredFile } from "../schema/files.ts";

/** By name. */
export const storedFiles = (): Query<StoredFile[]> => ({
  key: "storedFiles",
  observe: (store) => rowsOf(store, "files", { sort: [{ file_name: "asc" }] }),
});
