// PostgREST 12 and 13 on embedded tables: docs/references/api/resource_embedding.rst, and the
// errors of its Error.hs.
import { aList, aString, type Case } from "./case.ts";
import type { Project } from "./project.ts";

const noRelation = (parent: string, child: string) => ({
  status: 400,
  body: {
    code: "PGRST200",
    message: `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
    details: new RegExp(`between '${parent}' and '${child}' in the schema 'public', but no matches`),
  },
});

/** Creates a message with the user's answer, and one without an answer. */
async function answeredAndOpen(project: Project, name: string): Promise<string> {
  const { id } = await project.person();
  const { error } = await project.service.from("contact_messages").insert(
    ["answered", "open"].map((each) => ({
      ...{ name: `${project.run} ${name} ${each}`, email: "conformance@example.com", message: "A message" },
      ...(each === "answered" ? { done_at: "2020-01-01T00:00:00Z", done_by: id } : { done_at: null, done_by: null }),
    })),
  );
  if (error) throw error;
  return encodeURIComponent(`${project.run} ${name} `);
}
const embedded = async (project: Project, name: string, query: string) => {
  const begins = await answeredAndOpen(project, name);
  return project.ask(`/rest/v1/contact_messages?order=name&name=like.${begins}*&${query}`, { as: "service" });
};

export const embedCases: readonly Case[] = [
  {
    title: "a relationship that is not there is 400 PGRST200",
    ask: ({ ask }) => ask("/rest/v1/apps?select=id,no_such_table(id)"),
    expected: noRelation("apps", "no_such_table"),
  },
  ...["users", "messages", "sessions", "objects", "schema_migrations"].map(
    (child): Case => ({
      title: `a table of another schema cannot be embedded: ${child}`,
      ask: ({ ask }) => ask(`/rest/v1/profiles?select=id,${child}(id)`),
      expected: noRelation("profiles", child),
    }),
  ),
  {
    title: "more than one relationship is 300 PGRST201, with each of them",
    ask: ({ ask }) => ask("/rest/v1/rewards?select=id,profiles(id)"),
    expected: {
      status: 300,
      body: {
        code: "PGRST201",
        message: "Could not embed because more than one relationship was found for 'rewards' and 'profiles'",
        details: aList,
        hint: /^Try changing 'profiles' to one of the following: .*'profiles!rewards_tester_id_fkey'/,
      },
    },
  },
  {
    title: "a hint chooses one of them, by column or constraint",
    secret: true,
    async ask({ ask }) {
      const column = await ask("/rest/v1/rewards?select=id,profiles!tester_id(id)&limit=1", { as: "service" });
      const key = await ask("/rest/v1/rewards?select=id,profiles!rewards_tester_id_fkey(id)&limit=1", {
        as: "service",
      });
      return { column, key };
    },
    expected: { column: { status: 200, body: aList }, key: { status: 200, body: aList } },
  },
  {
    title: "an embedded row that is not there is null: a left join, said or not",
    secret: true,
    async ask(project) {
      const plain = await embedded(project, "plain", "select=profiles(id)");
      const left = await embedded(project, "left", "select=profiles!left(id)");
      return { plain, left };
    },
    expected: {
      plain: { status: 200, body: [{ profiles: { id: aString } }, { profiles: null }] },
      left: { status: 200, body: [{ profiles: { id: aString } }, { profiles: null }] },
    },
  },
  {
    title: "!inner leaves rows without it out",
    secret: true,
    ask: (project) => embedded(project, "inner", "select=profiles!inner(id)"),
    expected: { status: 200, body: [{ profiles: { id: aString } }] },
  },
  {
    title: "an embedded row can be asked for with not.is.null, and is.null",
    secret: true,
    async ask(project) {
      const there = await embedded(project, "there", "select=profiles(id)&profiles=not.is.null");
      const missing = await embedded(project, "without", "select=profiles(id)&profiles=is.null");
      return { there, missing };
    },
    expected: {
      there: { status: 200, body: [{ profiles: { id: aString } }] },
      missing: { status: 200, body: [{ profiles: null }] },
    },
  },
  {
    title: "a filter of an embedded row leaves the row without it",
    secret: true,
    ask: (project) => embedded(project, "filtered", "select=profiles(id)&profiles.id=is.null"),
    expected: { status: 200, body: [{ profiles: null }, { profiles: null }] },
  },
  {
    title: "its columns can be spread",
    secret: true,
    ask: (project) => embedded(project, "spread", "select=...profiles(owner:id)"),
    expected: { status: 200, body: [{ owner: aString }, { owner: null }] },
  },
  {
    title: "quoted names are read in an embedded table",
    secret: true,
    ask: (project) => embedded(project, "named", 'select="who":"profiles"!"done_by"("id")'),
    expected: { status: 200, body: [{ who: { id: aString } }, { who: null }] },
  },
  {
    title: "a filter of a table that is not embedded is 400 PGRST108",
    ask: ({ ask }) => ask("/rest/v1/apps?select=id&organizations.id=is.null"),
    expected: { status: 400, body: { code: "PGRST108" } },
  },
];
