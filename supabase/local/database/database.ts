// The database behind the embedded backend: PGlite in this process, or a real PostgreSQL server
// named by DATABASE_URL.
// Everything above speaks to it through one interface and never asks which of the two it is.
export { openPglite } from "./pglite.ts";
export { openPostgres } from "./postgres.ts";
export { type Database, dryRun, type Param, type Session } from "./session.ts";
