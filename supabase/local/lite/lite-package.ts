// The one door to @supabase/lite: whoever imports it here gets it without what it does to the
// process (lite-process-guard.ts).
// Holds nothing else: the mends are in lite-adapter.ts.
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

// lite makes objects of names in a query: `__proto__.limit=1` would be a limit of every object in
// this process. rest-query.ts refuses such names; this holds for whatever it misses.
Object.preventExtensions(Object.prototype);
