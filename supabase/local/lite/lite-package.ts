// The only import of @supabase/lite: undoes what it does to the process (lite-process-guard.ts).
import "./lite-process-guard.ts";

export {
  App,
  type EmailDriver,
  getAuthSchemaSql,
  getStorageSchemaSql,
  setExperimental,
} from "@supabase/lite";
export { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";

import { restoreProcess } from "./lite-process-guard.ts";

restoreProcess();

// lite uses names of a query as keys of objects: `__proto__.limit=1` would become a limit of every
// object in this process. rest-query.ts refuses such names; this stops what it misses.
Object.preventExtensions(Object.prototype);
