// The only import of @supabase/lite: reverts its changes to the process (lite-process-guard.ts).
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

// lite uses names in a query as object keys: `__proto__.limit=1` would set a limit on every object
// of this process. rest-query.ts rejects such names; this blocks any that it misses.
Object.preventExtensions(Object.prototype);
