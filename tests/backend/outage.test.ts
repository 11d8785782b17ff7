// PostgreSQL closes connections or restarts under load: requests get 503, then succeed after its
// return.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type Person, signUp, startProject } from "../fixtures/backend/project.ts";
import { long } from "../fixtures/long.ts";
import { startTestPostgres, type TestPostgres } from "../fixtures/test-postgres.ts";

let postgres: TestPostgres;
let backend: ListeningBackend;
let ann: Person;
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(async () => {
  postgres = await startTestPostgres();
  backend = await startProject({ databaseUrl: postgres.url, schedule: false });
  ann = await signUp(backend);
  process.on("unhandledRejection", note);
  process.on("uncaughtException", note);
});
afterAll(async () => {
  await ann.client.removeAllChannels();
  await backend?.stop();
  await postgres?.stop();
  process.off("unhandledRejection", note);
  process.off("uncaughtException", note);
});

const headers = () => ({
  apikey: backend.publishableKey,
  authorization: `Bearer ${ann.token}`,
  "content-type": "application/json",
});

/** Sends requests of several kinds in parallel sequences, until `stop`. */
function load(): {
  seen: { path: string; status: number; code: string | undefined; retry: boolean }[];
  notes: string[];
  stop: () => Promise<void>;
} {
  const seen: { path: string; status: number; code: string | undefined; retry: boolean }[] = [];
  const notes: string[] = [];
  let over = false;
  const ask = async (path: string, body?: unknown, key?: Record<string, string>): Promise<number> => {
    const answer = await fetch(`${backend.url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers(), ...key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // The auth service uses GoTrue's error format.
    const code = (/"error_code":"([^"]*)/.exec(text) ?? /"code":"([^"]*)/.exec(text))?.[1];
    seen.push({ path, status: answer.status, code, retry: answer.headers.has("retry-after") });
    return answer.status;
  };
  const lines: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 5 }, () => async () => {
      const body = randomUUID();
      if ((await ask("/rest/v1/rpc/add_note", { id: body, body })) === 200) notes.push(body);
    }),
    ...Array.from({ length: 3 }, () => () => ask("/rest/v1/rpc/slow_who", {})),
    ...Array.from({ length: 3 }, () => () => ask("/rest/v1/notes?select=id,body&limit=5")),
    () => ask("/auth/v1/user"),
    () => ask("/storage/v1/object/list/attachments", { prefix: ann.id, limit: 10 }),
    () => ask("/health"),
  ];
  const running = lines.map(async (line) => {
    while (!over) await line();
  });
  return {
    seen,
    notes,
    stop: async () => {
      over = true;
      await Promise.all(running);
    },
  };
}

const terminate = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
  );
  await client.end();
};

test.each(["connections are ended", "the server restarts"])(
  "O2 when %s under load, requests get 503 and everything recovers automatically",
  long,
  async (what) => {
    const heard: string[] = [];
    const channel = ann.client.channel(`user:${ann.id}`, { config: { private: true } });
    channel.on("broadcast", { event: "changed" }, ({ payload }) => heard.push(JSON.stringify(payload)));
    await ann.client.realtime.setAuth(ann.token);
    await new Promise<void>((done) => channel.subscribe((status) => status === "SUBSCRIBED" && done()));

    const { seen, notes, stop } = load();
    await expect.poll(() => notes.length, { timeout: 20_000 }).toBeGreaterThan(20);
    if (what === "the server restarts") {
      await postgres.restart(async () => {
        const before = seen.length;
        // During the outage every request gets this response.
        await expect
          .poll(() => seen.slice(before).filter(({ status }) => status === 503).length, { timeout: 20_000 })
          .toBeGreaterThan(20);
      });
    } else for (let round = 0; round < 5; round += 1) await terminate();
    const back = notes.length;
    await expect.poll(() => notes.length, { timeout: 20_000 }).toBeGreaterThan(back + 20);
    await stop();

    expect(unhandled).toEqual([]);
    expect(seen.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    const rejected = seen.filter(({ status }) => status === 503);
    expect(rejected.length).toBeGreaterThan(0);
    expect(
      rejected.filter(({ code, retry }) => !retry || !/^(PGRST001|57P0\d|08\w{3}|53\w{3})$/.test(code ?? "")),
    ).toEqual([]);
    // No acknowledged write is missing, and none belongs to another user.
    const rows = await backend.sql<{ body: string; owner_id: string }>("select body, owner_id from public.notes");
    const stored = new Set(rows.map(({ body }) => body));
    expect(notes.filter((body) => !stored.has(body))).toEqual([]);
    expect(rows.filter(({ owner_id }) => owner_id !== ann.id)).toEqual([]);
    // The LISTEN connection is back too.
    const quiet = heard.length;
    await expect
      .poll(
        async () => {
          const { error } = await ann.client.rpc("add_note", { id: randomUUID(), body: randomUUID() });
          expect(error).toBeNull();
          return heard.length;
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBeGreaterThan(quiet);
    await ann.client.removeChannel(channel);
  },
);
