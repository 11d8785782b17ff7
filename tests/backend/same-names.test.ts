// PostgREST's behaviour with tables named like those of other schemas, and overloaded functions.
// The conformance suite has no such tables.
import { beforeAll, describe, expect, test } from "vitest";
import { setUpProject } from "../fixtures/backend/setup.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";

describe.each(ruleEngines)("on %s", (kind) => {
  const backend = setUpProject(kind);
  beforeAll(async () => {
    await backend.database.script(`
      create table public.things (id int primary key, owner_id uuid references auth.users (id), "a name-1" text default 'given');
      create table public.users (id int primary key, thing_id int references public.things (id));
      create table public.messages (id int primary key, thing_id int references public.things (id));
      insert into public.things (id) values (1), (2);
      insert into public.users values (7, 1);
      create function public.twice(a int) returns int language sql as 'select 1';
      create function public.twice(a text) returns int language sql as 'select 2';
      create function public.all_things() returns setof public.things language sql stable as 'select * from public.things';`);
    await backend.forgetSchema();
  }, 60_000);
  const ask = async (path: string, method = "GET", json?: object) => {
    const answer = await fetch(`${backend.url}/rest/v1/${path}`, {
      method,
      headers: { apikey: backend.serviceKey, "content-type": "application/json", prefer: "count=exact" },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, count: answer.headers.get("content-range"), body: text && JSON.parse(text) };
  };

  test.each([
    [
      "things?select=id,users(id)&order=id",
      [
        { id: 1, users: [{ id: 7 }] },
        { id: 2, users: [] },
      ],
    ],
    ["things?select=id,users!inner(id)", [{ id: 1, users: [{ id: 7 }] }]],
    ["things?select=id,messages(id)&order=id&limit=1", [{ id: 1, messages: [] }]],
    ["users?select=id,things(id)", [{ id: 7, things: { id: 1 } }]],
  ])("%s reads the tables that the API exposes", long, async (path, body) => {
    const answer = await ask(path);
    expect([answer.status < 300, answer.body]).toEqual([true, body]);
  });

  test("a name that needs quotes works in select, filters and columns, and is rejected elsewhere", long, async () => {
    const name = encodeURIComponent('"a name-1"');
    const made = await ask(`things?columns=id,${name}&select=${name}`, "POST", [{ id: 3, "a name-1": "three" }]);
    expect(made.status).toBe(201);
    const found = await ask(`things?select=id,other:${name}&${name}=eq.three`);
    expect(found).toMatchObject({ status: 200, body: [{ id: 3, other: "three" }] });
    for (const query of [`order=${name}`, `or=(${name}.eq.three)`])
      expect(await ask(`things?${query}`)).toMatchObject({ status: 400, body: { code: "PGRST100" } });
    expect((await ask("things?id=eq.3", "DELETE")).status).toBe(204);
  });

  test("a foreign key to another schema's table allows no embedding", long, async () => {
    expect(await ask("things?select=id,owner:owner_id(id)")).toMatchObject({ status: 400, body: { code: "PGRST200" } });
  });

  test("functions with the same name and arguments return 300 PGRST203", long, async () => {
    const rejected = { status: 300, body: { code: "PGRST203" } };
    expect(await ask("rpc/twice", "POST", { a: 1 })).toMatchObject(rejected);
    expect(await ask("rpc/twice?a=1")).toMatchObject(rejected);
  });

  test("a function's rows are counted, paged, and counted without rows", long, async () => {
    expect(await ask("rpc/all_things", "POST", {})).toMatchObject({ status: 200, count: "0-1/2", body: [{}, {}] });
    expect(await ask("rpc/all_things?limit=1&select=id")).toMatchObject({ status: 206, count: "0-0/2", body: [{}] });
    expect(await ask("rpc/all_things", "HEAD")).toMatchObject({ status: 200, count: "0-1/2", body: "" });
  });
});
