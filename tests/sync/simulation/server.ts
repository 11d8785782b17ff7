// The server of a simulated world: PostgreSQL of its own, the embedded backend on a port that it keeps through restarts,
// and a history of every version that any row ever had, which is what the oracle asks.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { type ListeningBackend, startBackend } from "../../../supabase/local/backend.ts";
import type { TestPostgres } from "../../../supabase/local/test-postgres.ts";
import { schemas } from "../../../sync/schema/collections.ts";

export interface SimulatedServer {
  readonly url: string;
  readonly publishableKey: string;
  readonly sql: postgres.Sql;
  /** For transactions that stay open: in the same pool they would wait for each other's connections for ever. */
  readonly late: postgres.Sql;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const history = `
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
    async stop() {
      await sql.end();
      await late.end();
      await backend.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
