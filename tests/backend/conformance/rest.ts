// PostgREST 12 and 13 at /rest/v1: rows, counts, defaults, quoted names, functions. Status of each
// code: PostgREST's docs/references/errors.rst and src/library/PostgREST/Error.hs.
import { type Case, oneOf } from "./case.ts";
import type { Project } from "./project.ts";

/** Its column done_at has no default, created_at defaults to the current time. */
const table = "contact_messages";
const message = ({ run }: Pick<Project, "run">, name: string) => ({
  name: `${run} ${name}`,
  email: "conformance@example.com",
  message: "A message of the conformance suite",
});
async function twoMessages(project: Project, name: string): Promise<string> {
  const { error } = await project.service
    .from(table)
    .insert([message(project, `${name} one`), message(project, `${name} two`)]);
  if (error) throw error;
  return `${project.run} ${name}`;
}
const rejected = (status: number, code: string) => ({ status, body: { code } });

export const restCases: readonly Case[] = [
  {
    title: "a table that is not there is 404 PGRST205",
    ask: ({ ask }) => ask("/rest/v1/no_such_table?select=id"),
    expected: rejected(404, "PGRST205"),
  },
  {
    title: "a table of a schema that is not exposed is not there",
    ask: ({ ask }) => ask("/rest/v1/refresh_tokens?select=id"),
    expected: rejected(404, "PGRST205"),
  },
  {
    title: "a schema that is not exposed is 406 PGRST106",
    ask: ({ ask }) => ask("/rest/v1/apps?select=id", { headers: { "accept-profile": "auth" } }),
    expected: rejected(406, "PGRST106"),
  },
  {
    title: "a column that is not there is 400 42703",
    ask: ({ ask }) => ask("/rest/v1/apps?select=no_such_column"),
    expected: rejected(400, "42703"),
  },
  {
    title: "one object where there is none is 406 PGRST116",
    ask: ({ anon }) => anon.from("apps").select("id").eq("id", "00000000-0000-4000-8000-000000000000").single(),
    expected: { status: 406, error: { code: "PGRST116" } },
  },
  {
    title: "a key that is none is 401",
    ask: ({ ask }) => ask("/rest/v1/apps?select=id", { headers: { apikey: "sb_publishable_wrong" } }),
    expected: { status: 401 },
  },
  {
    title: "an aggregate is 400 PGRST123 where they are off, as they are by default",
    ask: ({ ask }) => ask("/rest/v1/apps?select=count()"),
    expected: rejected(400, "PGRST123"),
  },
  {
    // PostgREST's docs/references/api/pagination_count.rst.
    title: "an offset behind the counted rows is 416 PGRST103",
    ask: ({ ask }) => ask("/rest/v1/apps?select=id&offset=1000000&limit=1", { headers: { prefer: "count=exact" } }),
    expected: { ...rejected(416, "PGRST103"), headers: { "content-range": /^\*\/\d+$/ } },
  },
  {
    title: "a page of counted rows is 206 with the count",
    secret: true,
    async ask(project) {
      const name = await twoMessages(project, "counted");
      const { ask } = project;
      return ask(`/rest/v1/${table}?select=name&name=like.${encodeURIComponent(name)}*&limit=1`, {
        as: "service",
        headers: { prefer: "count=exact" },
      });
    },
    expected: { status: 206, headers: { "content-range": "0-0/2" }, body: [{}] },
  },
  {
    title: "max-affected of fewer rows than a change has is 400 PGRST124, and changes nothing",
    secret: true,
    async ask(project) {
      const name = await twoMessages(project, "affected");
      const address = `/rest/v1/${table}?name=like.${encodeURIComponent(name)}*`;
      const prefer = "handling=strict,max-affected=1";
      const { ask } = project;
      const change = await ask(address, {
        ...{ method: "PATCH", as: "service", headers: { prefer }, json: { message: "changed" } },
      });
      const removal = await ask(address, { method: "DELETE", as: "service", headers: { prefer } });
      const { count } = await project.service
        .from(table)
        .select("*", { count: "exact", head: true })
        .like("name", `${name}%`)
        .neq("message", "changed");
      return { change, removal, count };
    },
    expected: { change: rejected(400, "PGRST124"), removal: rejected(400, "PGRST124"), count: 2 },
  },
  {
    title: "a column that is not named gets its default, in a bulk insert too",
    secret: true,
    ask: (project) =>
      project.service
        .from(table)
        .insert([message(project, "default one"), message(project, "default two")])
        .select("id, created_at, done_at"),
    expected: {
      status: 201,
      data: [
        { id: /^[0-9a-f-]{36}$/, created_at: /^\d{4}-/, done_at: null },
        { id: /^[0-9a-f-]{36}$/, created_at: /^\d{4}-/, done_at: null },
      ],
    },
  },
  {
    // PostgREST's docs/references/api/preferences.rst, "missing".
    title: "missing=default gives rows without a column its default",
    secret: true,
    async ask(project) {
      const rows = [
        { ...message(project, "absent one"), created_at: "2020-01-01T00:00:00Z" },
        message(project, "absent two"),
      ];
      const { service, run } = project;
      const { status } = await service.from(table).insert(rows, { defaultToNull: false });
      const { data } = await service.from(table).select("created_at").like("name", `${run} absent%`).order("name");
      return { status, data };
    },
    expected: { status: 201, data: [{ created_at: /^2020-01-01[T ]00:00:00/ }, { created_at: /^20(?!20)/ }] },
  },
  {
    title: "so does an insert that returns its rows, or it is rejected: 400 PGRST127",
    secret: true,
    ask: (project) =>
      project.service
        .from(table)
        .insert(
          [
            { ...message(project, "returned one"), created_at: "2020-01-01T00:00:00Z" },
            message(project, "returned two"),
          ],
          { defaultToNull: false },
        )
        .select("created_at"),
    expected: oneOf(
      { status: 201, data: [{ created_at: /^2020-01-01/ }, { created_at: /^20(?!20)/ }] },
      { status: 400, error: { code: "PGRST127" } },
    ),
  },
  {
    title: "without it such rows get null, which the column rejects: 400 23502",
    secret: true,
    ask: (project) =>
      project.service
        .from(table)
        .insert([{ ...message(project, "null one"), created_at: "2020-01-01T00:00:00Z" }, message(project, "null two")])
        .select("created_at"),
    expected: { status: 400, error: { code: "23502" } },
  },
  {
    title: "rows of different keys without `columns` are 400 PGRST102",
    secret: true,
    ask: (project) =>
      project.ask(`/rest/v1/${table}`, {
        as: "service",
        json: [message(project, "keys one"), { name: `${project.run} keys two` }],
      }),
    expected: rejected(400, "PGRST102"),
  },
  {
    title: "a column that is not there is 400 PGRST204 in a body",
    secret: true,
    ask: (project) =>
      project.ask(`/rest/v1/${table}`, { as: "service", json: { ...message(project, "unknown"), no_such: 1 } }),
    expected: rejected(400, "PGRST204"),
  },
  {
    // PostgREST's docs/references/api/url_grammar.rst, "Reserved characters".
    title: "quoted names are read in select, filters, order and logic",
    secret: true,
    async ask(project) {
      const name = await twoMessages(project, "quoted");
      const found = new URLSearchParams({
        select: '"name","sender":"email"',
        or: `("name".eq."${name} one","name".eq."${name} two")`,
        order: '"name".desc',
        '"email"': 'eq."conformance@example.com"',
      });
      const { ask } = project;
      const inQuery = await ask(`/rest/v1/${table}?${found}`, { as: "service" });
      const { status, body } = inQuery;
      return { status, body, first: (body as { name: string }[])[0]?.name.slice(project.run.length) };
    },
    expected: {
      ...{ status: 200, first: " quoted two" },
      body: [{ sender: "conformance@example.com" }, { sender: "conformance@example.com" }],
    },
  },
  {
    title: "a quotation mark that does not end is 400 PGRST100",
    ask: ({ ask }) => ask('/rest/v1/apps?select="id'),
    expected: rejected(400, "PGRST100"),
  },
  {
    title: "a function is called, and its result is one row of one",
    ask: ({ anon }) => anon.rpc("email_exists", { email: "nobody@example.com" }, { count: "exact" }),
    expected: { status: 200, data: false, count: 1 },
  },
  {
    title: "a call with HEAD answers the count alone, or rejects what only reads: 405 25006",
    ask: ({ anon }) => anon.rpc("email_exists", { email: "nobody@example.com" }, { count: "exact", head: true }),
    // supabase-js passes only the status of a HEAD error.
    expected: { status: 405 },
  },
  {
    title: "a function that is not there, or not with this argument, is 404 PGRST202",
    async ask({ ask }) {
      const none = await ask("/rest/v1/rpc/no_such_function", { json: {} });
      const argument = await ask("/rest/v1/rpc/email_exists", { json: { no_such_argument: "x" } });
      return { none, argument };
    },
    expected: { none: rejected(404, "PGRST202"), argument: rejected(404, "PGRST202") },
  },
  {
    title: "a function called with GET that writes is 405 25006",
    ask: ({ ask }) => ask("/rest/v1/rpc/email_exists?email=nobody@example.com"),
    expected: rejected(405, "25006"),
  },
  {
    title: "a function called with DELETE is 405 PGRST101",
    ask: ({ ask }) => ask("/rest/v1/rpc/email_exists", { method: "DELETE" }),
    expected: rejected(405, "PGRST101"),
  },
  {
    title: "a body that is no JSON is 400 PGRST102",
    secret: true,
    ask: ({ ask }) =>
      ask(`/rest/v1/${table}`, { as: "service", headers: { "content-type": "application/json" }, body: "{" }),
    expected: { status: 400, body: { code: oneOf("PGRST102", "22P02") } },
  },
  {
    title: "what a policy rejects is 401 42501 to nobody and 403 42501 to a person",
    secret: true,
    async ask(project) {
      // A sender may not name another user.
      const json = { ...message(project, "forged"), user_id: "00000000-0000-4000-8000-000000000000" };
      const nobody = await project.ask(`/rest/v1/${table}`, { json });
      const somebody = await project.ask(`/rest/v1/${table}`, { json, as: await project.person() });
      return { nobody, somebody };
    },
    expected: { nobody: rejected(401, "42501"), somebody: rejected(403, "42501") },
  },
];
