// JSON values of a row survive a round trip on both databases, although lite and each driver encode
// lists and texts differently.
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, signUp } from "../fixtures/backend/project.ts";
import { setUpProject } from "../fixtures/backend/setup.ts";
import { ruleEngines } from "../fixtures/engines.ts";

const values: [what: string, value: unknown][] = [
  ["a list of objects", [{ id: "a", pass: ["yes"] }, { id: "b" }]],
  ["a list of texts", ["a", 'b"{}', ""]],
  ["an empty list", []],
  ["an object", { deep: { list: [1, [2]], none: null, text: '"' } }],
  ["a text", "plain words"],
  ["an empty text", ""],
  ["a text that looks like an object", '{"a": [1]}'],
  ["a text that looks like a number", "12"],
  ["a text of quotation marks", '"quoted" \\ back'],
  ["the word null", "null"],
  ["a number", 12.5],
  ["true", true],
  ["false", false],
];

describe.each(ruleEngines)("on %s", (kind) => {
  const backend = setUpProject(kind, { schedule: false });
  let ann: Person;
  beforeAll(async () => {
    ann = await signUp(backend);
  });

  test.each(values)("V5 %s is stored and changed as JSON", async (what, data) => {
    const notes = () => ann.client.from("notes");
    const added = await notes()
      .insert({ body: `${kind} ${what}`, data })
      .select("id, data")
      .single();
    expect(added.error).toBeNull();
    expect(added.data?.data).toEqual(data);
    const id = added.data?.id;
    for (const next of [[data], data, { in: data }]) {
      const changed = await notes().update({ data: next }).eq("id", id).select("data");
      expect(changed).toMatchObject({ error: null, data: [{ data: next }] });
    }
    const conflict = { onConflict: "id" };
    const again = await notes()
      .upsert({ id, body: `${kind} ${what}`, data }, conflict)
      .select("data");
    expect(again).toMatchObject({ error: null, data: [{ data }] });
  });

  test("V5 many rows at once keep their JSON, whatever each contains", async () => {
    const rows = values.map(([what, data]) => ({ body: `together: ${what}`, data }));
    const added = await ann.client.from("notes").insert(rows).select("body, data");
    expect(added).toMatchObject({ error: null, data: rows });
  });

  test("V5 null is the database's null, as with PostgREST", async () => {
    const rejected = await ann.client.from("notes").insert({ body: "no data", data: null });
    expect(rejected.error?.code).toBe("23502");
  });

  test.each(values)("V5 a function receives %s as JSON, with and without preferences", async (_, value) => {
    const plain = await ann.client.rpc("kind_of", { value });
    const preferring = await ann.client.rpc("kind_of", { value }, { count: "exact" });
    const kind = Array.isArray(value) ? "array" : typeof value;
    expect([plain.data, preferring.data, preferring.error]).toEqual([kind, kind, null]);
  });
});
