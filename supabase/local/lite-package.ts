// The one door to @supabase/lite: whoever imports it here gets it without what it does to the process (before-lite.ts).
// Holds nothing else: the mends are in lite.ts.
import "./before-lite.ts";

export {
  App,
  type EmailDriver,
  getAuthSchemaSql,
  getStorageSchemaSql,
  setExperimental,
} from "@supabase/lite";
export { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";

import { restoreProcess } from "./before-lite.ts";

restoreProcess();
