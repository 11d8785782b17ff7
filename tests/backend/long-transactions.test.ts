// A transaction that delays replication: the log, /health, the function `health` and the doctor
// report it until it ends.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { examine } from "../../supabase/doctor.ts";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { watchLongTransactions } from "../../supabase/local/database/long-transactions.ts";
import { long } from "../fixtures/long.ts";
import { startTestPostgres, type TestPostgres } from "../fixtures/test-postgres.ts";

let postgres: TestPostgres;
let backend: ListeningBackend;
const ok = { status: "ok" };
const degraded = {
  status: "degraded",
  problem: expect.stringMatching(
    /^A transaction has been open for \d+ s\. Devices receive nothing that was written since it began\.$/,
  ),
};

beforeAll(async () => {
  postgres = await startTestPostgres();
  backend = await startBackend({ databaseUrl: postgres.url, schedule: false });
  await backend.sql(`create or replace function private.max_transaction_age() returns interval
    language sql immutable set search_path = '' as $$ select interval '300 milliseconds' $$`);
});
afterAll(async () => {
  await backend?.stop();
  await postgres?.stop();
});

const health = async (path: string) => {
  const answer = await fetch(`${backend.url}${path}`, { headers: { apikey: backend.publishableKey } });
  return { status: answer.status, body: await answer.json() };
};
const finding = async () =>
  (await examine({ url: backend.url, key: backend.publishableKey })).find(({ part }) => part === "transactions");

test(
  "O2 a long transaction is logged once, and shown by /health, the function and the doctor until it ends",
  long,
  async () => {
    for (const path of ["/health", "/functions/v1/health"])
      expect(await health(path)).toEqual({ status: 200, body: ok });
    expect(await finding()).toMatchObject({ level: "good" });
    const logged: [string, unknown][] = [];
    const stop = watchLongTransactions(backend.database, (event, fields) => logged.push([event, fields]), 50);
    const other = new pg.Client({ connectionString: postgres.url, application_name: "an import" });
    await other.connect();
    try {
      await other.query("begin; create table public.import (id int)");
      const event = [
        "long_transaction",
        expect.objectContaining({ application: "an import", state: "idle in transaction" }),
      ];
      await vi.waitFor(() => expect(logged).toEqual([event]), { timeout: 10_000 });
      await sleep(200);
      expect(logged).toEqual([event]);
      // The database still responds, so the server must stay in service.
      for (const path of ["/health", "/functions/v1/health"])
        expect(await health(path)).toEqual({ status: 200, body: degraded });
      expect(await finding()).toMatchObject({ level: "wrong", what: degraded.problem });
      await other.query("rollback");
      for (const path of ["/health", "/functions/v1/health"])
        expect(await health(path)).toEqual({ status: 200, body: ok });
      expect(await finding()).toMatchObject({ level: "good" });
    } finally {
      stop();
      await other.end();
    }
  },
);
