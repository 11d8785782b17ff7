// Stored files (S22): a developer's own, for admins everybody's.
import { type Query, rowsOf } from "../database/query.ts";
import type { StoredFile } from "../schema/files.ts";

/** By name. */
export const storedFiles = (): Query<StoredFile[]> => ({
  key: "storedFiles",
  observe: (store) => rowsOf(store, "files", { sort: [{ file_name: "asc" }] }),
});
