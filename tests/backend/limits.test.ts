// What one caller may cost everybody: statements are bounded by time, rows and bytes, queries by
// their shape. On both databases.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { checkRestQuery } from "../../supabase/local/rest/rest-query.ts";
import { type Person, signUp, startProject } from "../fixtures/backend/project.ts";
import { engines } from "../fixtures/engines.ts";
import { isLongRun } from "../fixtures/long.ts";
import { createOwnDatabase, type OwnDatabase } from "../fixtures/shared-postgres.ts";

const slow = `
create function public.endless() returns integer language plpgsql set search_path = '' as $$
begin loop end loop; end $$;
create function public.backtracks() returns boolean language sql volatile set search_path = '' as $$
  select md5('a') || md5('b') || md5('c') || md5('d') ~ '^(.+)(.+)(.+)(.+)(.+)(.+)\\6\\5\\4\\3\\2\\1$'
$$;
create function public.large(megabytes integer) returns setof text language sql set search_path = '' as $$
  select repeat('x', 1000000) from generate_series(1, megabytes)
$$;
create table public.boards (id integer primary key, label text not null default '', parent integer references public.boards (id));
insert into public.boards select n, 'Board ' || n, nullif(n / 2, 0) from generate_series(1, 1200) as n;
grant select on public.boards to anon, authenticated;
`;

interface Answer {
  status: number;
  body: { code?: string; details?: string; message?: string };
  ms: number;
  retryAfter: string | null;
}

describe.each(engines)("on %s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "betaflock-limits-"));
  let own: OwnDatabase | undefined;
  let backend: ListeningBackend;
  let ann: Person;

  beforeAll(async () => {
    own = kind === "postgres" ? await createOwnDatabase("empty") : undefined;
    backend = await startProject({
      ...(own ? { databaseUrl: own.url } : { dataDir: folder }),
      schedule: false,
    });
    await backend.database.script(slow);
    await backend.forgetSchema();
    ann = await signUp(backend);
  });
  afterAll(async () => {
    await backend?.stop();
    await own?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async (path: string, init: { body?: unknown; token?: string; signal?: AbortSignal } = {}) => {
    const started = performance.now();
    const answer = await fetch(`${backend.url}/rest/v1/${path}`, {
      method: init.body === undefined ? "GET" : "POST",
      headers: {
        apikey: backend.publishableKey,
        "content-type": "application/json",
        ...(init.token ? { authorization: `Bearer ${init.token}` } : {}),
      },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      ...(init.signal ? { signal: init.signal } : {}),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: (text === "" ? {} : JSON.parse(text)) as Answer["body"],
      ms: performance.now() - started,
      retryAfter: answer.headers.get("retry-after"),
    };
  };

  test.each(isLongRun ? ["endless", "backtracks"] : ["endless"])(
    "P2 a statement that never ends (%s) is ended at its role's limit, and nobody else waits 10 s",
    async (name) => {
      const written: string[] = [];
      const waits: number[] = [];
      let over = false;
      const others = Array.from({ length: 3 }, async (_, writer) => {
        for (let n = 0; !over; n += 1) {
          const body = `${name} ${writer} ${n}`;
          const answer = await call("rpc/add_note", {
            body: { id: crypto.randomUUID(), body },
            token: ann.token,
          });
          waits.push(answer.ms);
          expect(answer).toMatchObject({ status: 200 });
          written.push(body);
        }
      });
      // As many as a pool has places, and more.
      const attacks = Promise.all(
        Array.from({ length: kind === "pglite" ? 2 : 12 }, () => call(`rpc/${name}`, { body: {} })),
      );
      const answers = await attacks;
      over = true;
      await Promise.all(others);
      for (const answer of answers) {
        expect([504, 503]).toContain(answer.status);
        if (answer.status === 504) expect(answer.body.code).toBe("57014");
        else expect(answer.retryAfter).not.toBeNull();
      }
      expect(answers[0]?.status).toBe(504);
      expect(Math.max(...waits)).toBeLessThan(10_000);
      // Whatever was acknowledged is there, also on PGlite, which was opened anew from its folder.
      const rows = await backend.sql<{ body: string }>("select body from public.notes where body like $1", [
        `${name} %`,
      ]);
      expect(written.filter((body) => !rows.some((row) => row.body === body))).toEqual([]);
      expect(written.length).toBeGreaterThan(0);
    },
  );

  test("P2 who waits and hangs up is not served any more, and what runs for them is cancelled", async () => {
    const hang = new AbortController();
    const running = call("rpc/endless", { body: {}, token: ann.token, signal: hang.signal });
    running.catch(() => undefined);
    if (kind === "postgres") {
      const active = async () =>
        (
          await backend.sql<{ n: number }>(
            "select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%endless%' and pid <> pg_backend_pid()",
          )
        )[0]?.n;
      await expect.poll(active, { timeout: 5000, interval: 20 }).toBe(1);
      const left = performance.now();
      hang.abort();
      await expect.poll(active, { timeout: 5000, interval: 20 }).toBe(0);
      // Long before the eight seconds that it had.
      expect(performance.now() - left).toBeLessThan(4000);
    } else {
      // It cannot be cancelled, but its waiting companions leave the queue.
      const queued = Array.from({ length: 5 }, () =>
        call("rpc/endless", { body: {}, token: ann.token, signal: hang.signal }).catch(() => undefined),
      );
      const logged = performance.now();
      setTimeout(() => hang.abort(), 200);
      await Promise.all(queued);
      expect((await call("boards?select=id&limit=1")).status).toBe(200);
      expect(performance.now() - logged).toBeLessThan(12_000);
    }
    expect((await call("boards?select=id&limit=1")).status).toBe(200);
  });

  test("P2 an answer has at most max_rows rows, whatever is asked for", async () => {
    for (const query of ["select=id", "select=id&limit=100000", "select=id,boards(id)"]) {
      const { body } = await call(`boards?${query}`);
      expect(body).toHaveLength(1000);
    }
  });

  test("P2 an answer that grows too large is cut off while it is made: 400, and little memory", async () => {
    const before = process.memoryUsage().rss;
    const answer = await call("rpc/large?megabytes=300");
    expect(answer).toMatchObject({ status: 400, body: { code: "54000", details: "answer_too_large" } });
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(200);
    expect((await call("boards?select=id&limit=1")).status).toBe(200);
  });

  test.each([
    ["label=match.^((a*)*)*$"],
    ["label=imatch.x"],
    ["label=not.match.x"],
    ["label=not.imatch.x"],
    ["label=match(any).{x}"],
    ["label=imatch(all).{x}"],
    ["label=MATCH.x"],
    ["or=(id.eq.1,label.match.x)"],
    ["or=(id.eq.1,label.not.imatch.x)"],
    ["and=(id.eq.1,or(id.eq.2,label.match(any).{x}))"],
    ["not.or=(label.match.x)"],
    ["select=id,boards(id)&boards.label=match.x"],
    ["select=id,boards(id)&boards.or=(label.imatch.x,id.eq.1)"],
    ["label=m%61tch.x"],
  ])("V5 a regular expression is refused in each spelling: %s", async (query) => {
    for (const token of [undefined, ann.token])
      expect(await call(`boards?${query}`, token ? { token } : {})).toMatchObject({
        status: 400,
        body: { code: "PGRST100", details: "operator_not_allowed" },
      });
    // Also on the rows that a function gives.
    expect((await call(`rpc/large?megabytes=1&${query}`)).status).toBe(400);
    expect((await call(`rpc/large?${query}`, { body: { megabytes: 1 } })).status).toBe(400);
  });

  const nested = (depth: number): string => (depth === 0 ? "id" : `id,boards(${nested(depth - 1)})`);
  test.each([
    ["too_deep", `select=${nested(3)}`],
    ["too_deep", `select=${nested(26)}`],
    ["too_deep", `and=${"(and".repeat(20)}(id.eq.1)${")".repeat(20)}`],
    ["too_many_embeds", `select=${Array.from({ length: 6 }, (_, n) => `a${n}:boards(id)`).join(",")}`],
    ["too_many_columns", `select=${Array.from({ length: 101 }, () => "id").join(",")}`],
    ["too_many_filters", Array.from({ length: 51 }, () => "id=gt.0").join("&")],
    ["too_many_filters", `or=(${Array.from({ length: 51 }, () => "id.gt.0").join(",")})`],
    ["too_many_values", `id=in.(${Array.from({ length: 501 }, (_, n) => n).join(",")})`],
    ["too_many_order_columns", `order=${Array.from({ length: 9 }, () => "id").join(",")}`],
    ["not_understood", "select=id)(,label"],
    ["not_understood", "select=id.max()"],
    ["not_understood", "label=like"],
    ["not_understood", "label=frobs.x"],
    ["not_understood", "or=id.eq.1"],
    ["not_understood", "or=(id.eq.1"],
    ["not_understood", "id;drop=eq.1"],
    ["not_understood", "limit=all"],
  ])("V5 a query beyond the limits is answered 400 %s", async (reason, query) => {
    expect(await call(`boards?${query}`)).toMatchObject({
      status: 400,
      body: { code: "PGRST100", details: reason, message: expect.any(String) },
    });
  });

  test.each([
    [
      "PGRST204",
      "rest/v1/boards",
      JSON.stringify(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`c${n}`, n]))),
    ],
    [
      "54023",
      "rest/v1/boards",
      JSON.stringify(Array.from({ length: 40_000 }, (_, n) => ({ id: 5000 + n, label: "x" }))),
    ],
    ["bad_json", "rest/v1/notes", `[{"body":"deep","data":${"[".repeat(20_000)}${"]".repeat(20_000)}}]`],
    ["bad_json", "rest/v1/rpc/kind_of", `{"value":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ])("V5 a body that no statement can take is answered 400 %s", async (code, path, body) => {
    const answer = await fetch(`${backend.url}/${path}`, {
      method: "POST",
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${ann.token}`,
        "content-type": "application/json",
      },
      body,
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code }]);
  });

  test.each([
    "select=*&limit=1",
    "select=id,name:label,text:id::text&order=label.desc.nullslast,id&limit=2&offset=1",
    "select=id,parent:boards!parent(id,label)&id=in.(1,2,3)",
    "select=id,boards(id,boards(id))&boards.order=id.desc&boards.limit=2&id=eq.1",
    "or=(id.eq.1,and(id.gt.2,id.lt.5),label.like.*9*)&label=not.is.null",
    'label=in.("Board 1","Board, 2")',
    "label=ilike(any).{*1*,*2*}",
    "label=fts(english).board",
    "label=eq.match.x",
  ])("C4 a query of the usual kind is answered: %s", async (query) => {
    expect(await call(`boards?${query}`)).toMatchObject({ status: 200 });
  });
});

test.each([
  ["operator_not_allowed", 'or=(label.eq."\\",label.match.x,")'],
  ["operator_not_allowed", "l%61bel=%6Datch.x"],
  ["query_too_long", `select=${Array.from({ length: 3000 }, () => "id").join(",")}`],
])("V5 what the edge refuses already is refused here too: %s", (reason, query) => {
  expect(() => checkRestQuery(`?${query}`, false)).toThrow(expect.objectContaining({ reason }));
});
