// Limits per caller: statements by time, rows and bytes, queries by shape. On both databases.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { checkRestQuery } from "../../supabase/local/rest/rest-query.ts";
import { type Person, signUp, startProject } from "../fixtures/backend/project.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { isLongRun, long } from "../fixtures/long.ts";
import { createOwnDatabase, type OwnDatabase } from "../fixtures/shared-postgres.ts";

const slow = `
create function public.endless() returns integer language plpgsql set search_path = '' as $$
begin loop end loop; end $$;
create function public.asleep() returns integer language plpgsql set search_path = '' as $$
begin perform pg_sleep(60); return 1; end $$;
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

describe.each(ruleEngines)("on %s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "betaflock-limits-"));
  let own: OwnDatabase | undefined;
  let backend: ListeningBackend;
  let ann: Person;
  const restarts: string[] = [];

  beforeAll(async () => {
    own = kind === "postgres" ? await createOwnDatabase("empty") : undefined;
    backend = await startProject({
      ...(own ? { databaseUrl: own.url } : { dataDir: folder }),
      schedule: false,
      log: (event) => {
        if (event.startsWith("database_")) restarts.push(event);
      },
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

  // PGlite cannot cancel a sleep, so its thread is ended.
  const unstoppable = kind === "pglite" ? ["asleep"] : [];
  const endless = kind === "pglite" || isLongRun ? ["endless"] : [];
  test.each([...endless, ...(isLongRun ? ["backtracks"] : []), ...unstoppable])(
    "P2 an endless statement (%s) is ended at its role's limit, and no other caller waits 10 s",
    long,
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
      // More calls than a pool has connections.
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
      // A timeout ends the call, not the database.
      expect(restarts.splice(0).length > 0).toBe(unstoppable.includes(name));
      // Acknowledged rows exist, also after PGlite reopened its folder.
      const rows = await backend.sql<{ body: string }>("select body from public.notes where body like $1", [
        `${name} %`,
      ]);
      expect(written.filter((body) => !rows.some((row) => row.body === body))).toEqual([]);
      expect(written.length).toBeGreaterThan(0);
    },
  );

  test("P2 V5 no operator answers an odd operand with a server error", long, async () => {
    const operators = [
      ...["eq", "gt", "like", "ilike", "like(any)", "eq(any)", "is", "isdistinct", "in", "cs", "ov", "sl", "adj"],
      ...["fts", "plfts", "phfts", "wfts", "wfts(english)", "wfts(nowhere)", "not.fts", "not.wfts"],
    ];
    const odd = [
      ...["", "(", ")", "()", "{", "{,}", "[", "((1,2),3)", "%", "\\", '"', "NaN", "!a&".repeat(900), "- ".repeat(900)],
      ...["-".repeat(4000), "!".repeat(4000), "(".repeat(4000), "!(".repeat(2000), "a<->".repeat(900), "a <999999> b"],
      ...["a or ".repeat(900), "a:ABCDX", ":*", "\ud800", '{"a":', "%".repeat(4000)],
    ];
    const ask = async (operator: string, operand: string) => {
      const query = new URLSearchParams({ select: "id", body: `${operator}.${operand}` });
      const { status, body } = await call(`notes?${query}`, { token: ann.token });
      return status < 500 ? [] : [[operator, operand.slice(0, 20), status, body.message]];
    };
    for (const operator of operators)
      expect((await Promise.all(odd.map((operand) => ask(operator, operand)))).flat()).toEqual([]);
  });

  test("P2 a client that disconnects while waiting is not served, and its running query is cancelled", async () => {
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
      // Well before its limit of eight seconds.
      expect(performance.now() - left).toBeLessThan(4000);
    } else {
      const queued = Array.from({ length: 5 }, () =>
        call("rpc/endless", { body: {}, token: ann.token, signal: hang.signal }).catch(() => undefined),
      );
      const asked = performance.now();
      setTimeout(() => hang.abort(), 200);
      await Promise.all(queued);
      expect((await call("boards?select=id&limit=1")).status).toBe(200);
      // Well before its limit of five seconds.
      expect(performance.now() - asked).toBeLessThan(4000);
    }
    expect((await call("boards?select=id&limit=1")).status).toBe(200);
  });

  test("P2 a response has at most max_rows rows, whatever the request", async () => {
    for (const query of ["select=id", "select=id&limit=100000", "select=id,boards(id)"]) {
      const { body } = await call(`boards?${query}`);
      expect(body).toHaveLength(1000);
    }
  });

  test("P2 a response that grows too large is cut off while it is built: 400, and little memory", async () => {
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
  ])("V5 rejects a regular expression in each spelling: %s", async (query) => {
    for (const token of [undefined, ann.token])
      expect(await call(`boards?${query}`, token ? { token } : {})).toMatchObject({
        status: 400,
        body: { code: "PGRST100", details: "operator_not_allowed" },
      });
    // The limit also applies to rows of a function.
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
  ])("V5 a query beyond the limits returns 400 %s", async (reason, query) => {
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
  ])("V5 a body that no statement can take returns 400 %s", async (code, path, body) => {
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
  ])("C4 accepts a normal query: %s", async (query) => {
    expect(await call(`boards?${query}`)).toMatchObject({ status: 200 });
  });
});

test.each([
  ["operator_not_allowed", 'or=(label.eq."\\",label.match.x,")'],
  ["operator_not_allowed", "l%61bel=%6Datch.x"],
  ["query_too_long", `select=${Array.from({ length: 3000 }, () => "id").join(",")}`],
])("V5 rejects here too, like the edge: %s", (reason, query) => {
  expect(() => checkRestQuery(`?${query}`, false)).toThrow(expect.objectContaining({ reason }));
});
