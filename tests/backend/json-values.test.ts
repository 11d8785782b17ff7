// What a row holds as JSON goes in and comes out as it is, on both databases: each driver has an
// idea of its own about lists.
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, signUp } from "../fixtures/backend/project.ts";
import { setUpProject } from "../fixtures/backend/setup.ts";
import { engines } from "../fixtures/engines.ts";

describe.each(engines)("on %s", (kind) => {
  const backend = setUpProject(kind, { schedule: false });
  let ann: Person;
  beforeAll(async () => {
    ann = await signUp(backend);
  });

  test.each([
    ["objects", [{ id: "a", pass: ["yes"] }, { id: "b" }]],
    ["texts", ["a", 'b"{}', ""]],
    ["nothing", []],
    ["an object", { deep: { list: [1, [2]] } }],
  ])("V5 a list of %s is stored and changed as JSON", async (what, data) => {
    const added = await ann.client
      .from("notes")
      .insert({ body: `${kind} ${what}`, data })
      .select("id, data")
      .single();
    expect(added.error).toBeNull();
    expect(added.data?.data).toEqual(data);
    const changed = await ann.client
      .from("notes")
      .update({ data: [data] })
      .eq("id", added.data?.id)
      .select("data");
    expect(changed.data).toEqual([{ data: [data] }]);
  });
});
