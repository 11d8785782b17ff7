// One interface: PGlite in this process, or the PostgreSQL server of DATABASE_URL.
export { openPglite } from "./pglite.ts";
export { openPostgres } from "./postgres.ts";
export { type Database, dryRun, hasFunction, type Param, type Session } from "./session.ts";
