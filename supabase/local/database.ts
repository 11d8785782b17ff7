// The database behind the embedded backend: PGlite in this process, or a real PostgreSQL server
// named by DATABASE_URL.
// Everything above speaks to it through one interface and never asks which of the two it is.
export { openPglite } from "./database/pglite.ts";
export { openPostgres } from "./database/postgres.ts";
export { type Database, dryRun as triedOut, type Param, type Session } from "./database/session.ts";
