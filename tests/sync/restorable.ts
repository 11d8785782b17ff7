// A server whose database can be put back to an earlier state, as an operator does it: the folder
// of PGlite or of PostgreSQL is copied while the server is stopped, and later put in the place of
// the one that went on.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import type { Place } from "../../supabase/local/database/backup.ts";
import { startTestPostgres } from "../../supabase/local/database/test-postgres.ts";
import { type Device, type DeviceOptions, openDevice } from "./device.ts";
import type { Engine } from "./world.ts";

export interface RestorableWorld {
  readonly backend: ListeningBackend;
  readonly place: Place;
  sql: ListeningBackend["sql"];
  device(options?: DeviceOptions): Promise<Device>;
  /** Stops the server, copies everything and starts it again. */
  backup(): Promise<void>;
  /** Puts the copy back and starts the server. */
  putBack(): Promise<void>;
  /** Spends transactions until the server has given out more than `xid`. */
  overtake(xid: bigint): Promise<void>;
  /** The next transaction that the server will give out, or a later one. */
  nextXid(): Promise<bigint>;
  /** Does something to the database while no server runs on it. */
  while<T>(stopped: (place: Place) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

export async function openRestorable(engine: Engine): Promise<RestorableWorld> {
  const root = mkdtempSync(join(tmpdir(), "betaflock-restore-"));
  const dataDir = join(root, "data");
  const copy = join(root, "copy");
  const postgres = engine === "postgres" ? await startTestPostgres() : undefined;
  const options = { dataDir, schedule: false, ...(postgres ? { databaseUrl: postgres.url } : {}) };
  let backend = await startBackend(options);
  const { port } = backend;
  const devices: Device[] = [];
  let cluster: string | undefined;
  const place: Place = { dataDir, databaseUrl: postgres?.url };
  const world: RestorableWorld = {
    place,
    get backend() {
      return backend;
    },
    sql: (text, params) => backend.sql(text, params),
    async device(more) {
      const device = await openDevice(backend, more);
      devices.push(device);
      return device;
    },
    async while(stopped) {
      await backend.stop();
      const done = await stopped(place);
      backend = await startBackend({ ...options, port });
      return done;
    },
    backup: () =>
      world.while(async () => {
        cluster = await postgres?.copyFolder();
        cpSync(dataDir, copy, { recursive: true });
      }),
    putBack: () =>
      world.while(async () => {
        if (cluster) await postgres?.putBack(cluster);
        rmSync(dataDir, { recursive: true });
        cpSync(copy, dataDir, { recursive: true });
      }),
    async nextXid() {
      const [row] = await backend.sql<{ next: string }>("select pg_snapshot_xmax(pg_current_snapshot())::text as next");
      return BigInt(row?.next ?? 0);
    },
    async overtake(xid) {
      while ((await world.nextXid()) <= xid) await backend.sql("select pg_current_xact_id()");
    },
    async end() {
      await Promise.all(devices.map((d) => d.kill()));
      await backend.stop();
      await postgres?.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
  return world;
}
