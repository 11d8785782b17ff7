// File Storage of a developer's organizations.
import { type Query, rows } from "../database/query.ts";
import type { StoredFile } from "../schema/files.ts";

export const storedFiles = (): Query<StoredFile[]> => rows("storedFiles", "files", { sort: [{ file_name: "asc" }] });
