// The server of a scenario: its own PostgreSQL, the embedded backend on a fixed port, and a history
// of every row version for the invariants.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { schemas } from "../../sync/schema/collections.ts";
import type { TestPostgres } from "../fixtures/test-postgres.ts";

/** The server interface for devices and invariants. `sql` runs as the owner of the database. */
export interface AskedServer {
  readonly url: string;
  readonly publishableKey: string;
  readonly sql: <T extends readonly object[] = readonly Record<string, unknown>[]>(
    text: TemplateStringsArray,
    ...values: (string | number | boolean | null)[]
  ) => PromiseLike<T>;
}

export interface SimulatedServer extends AskedServer {
  readonly sql: postgres.Sql;
  /** A separate pool for open transactions, which could otherwise deadlock over connections. */
  readonly late: postgres.Sql;
  restart(): Promise<void>;
  /** Copies the folders of the database and of the files, with both servers stopped. */
  copyFolder(): Promise<FolderCopy>;
  /**
   * Restores them.
   * @param overtake makes the restored database use more transaction numbers than the lost one
   * before anyone connects
   */
  putBack(copy: FolderCopy, overtake: boolean): Promise<void>;
  stop(): Promise<void>;
}

export interface FolderCopy {
  folder: string;
  database: string;
}

/** Every version of every row. */
export const history = `
create table public.simulated_history (n bigint generated always as identity, collection text, id uuid, client text, seq int, doc text,
  at timestamptz not null default clock_timestamp());
alter table public.simulated_history enable row level security;
create function private.simulated_history() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.simulated_history (collection, id, client, seq, doc)
  values (tg_table_name, new.id, new.sync_client, new.sync_seq, to_jsonb(new)::text);
  return null;
end $$;
${Object.keys(schemas)
  .map(
    (name) =>
      `create trigger zzz_history after insert or update on public.${name} for each row execute function private.simulated_history();`,
  )
  .join("\n")}
create index on public.simulated_history (collection, id);
`;

export async function startSimulatedServer(cluster: TestPostgres, migrationsDir?: string): Promise<SimulatedServer> {
  const databaseUrl = await cluster.createDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "betaflock-simulation-"));
  const options = {
    databaseUrl,
    dataDir,
    schedule: false,
    ...(migrationsDir === undefined ? {} : { migrationsDir }),
  };
  let backend: ListeningBackend = await startBackend(options);
  const { port, url, publishableKey } = backend;
  const [sql, late] = [4, 20].map((max) => postgres(databaseUrl, { max, onnotice: () => undefined })) as [
    postgres.Sql,
    postgres.Sql,
  ];
  await sql.unsafe(history);
  return {
    url,
    publishableKey,
    sql,
    late,
    async restart() {
      await backend.stop();
      backend = await startBackend({ ...options, port });
    },
    async copyFolder() {
      await backend.stop();
      const folder = mkdtempSync(join(tmpdir(), "betaflock-copy-"));
      cpSync(dataDir, folder, { recursive: true });
      const database = await cluster.copyFolder();
      backend = await startBackend({ ...options, port });
      return { folder, database };
    },
    async putBack({ folder, database }, overtake) {
      const next = async () => {
        const [row] = await sql<{ next: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`;
        return BigInt(row?.next ?? 0);
      };
      const seen = await next();
      await backend.stop();
      await cluster.putBack(database);
      rmSync(dataDir, { recursive: true });
      cpSync(folder, dataDir, { recursive: true });
      rmSync(folder, { recursive: true });
      backend = await startBackend({ ...options, port });
      const spent = overtake ? Number(seen - (await next())) + 1 : 0;
      if (spent > 0)
        await sql.unsafe(
          `do $$ begin for i in 1 .. ${spent} loop perform pg_current_xact_id(); commit; end loop; end $$`,
        );
    },
    async stop() {
      await sql.end();
      await late.end();
      await backend.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
