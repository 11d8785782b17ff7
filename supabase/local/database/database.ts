// The database of the embedded backend: PGlite in this process, or the PostgreSQL server of
// DATABASE_URL, behind one interface.
export { openPglite } from "./pglite.ts";
export { openPostgres } from "./postgres.ts";
export { type Database, dryRun, hasFunction, type Param, type Session } from "./session.ts";
