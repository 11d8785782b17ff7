// What a row holds as JSON goes in and comes out as it is, on both databases: each driver has an
// idea of its own about lists.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type Person, signUp, startProject } from "../fixtures/backend/project.ts";
import { createOwnDatabase, type OwnDatabase } from "../fixtures/shared-postgres.ts";

describe.each(["pglite", "postgres"] as const)("on %s", (kind) => {
  let own: OwnDatabase | undefined;
  let backend: ListeningBackend;
  let ann: Person;
  beforeAll(async () => {
    own = kind === "postgres" ? await createOwnDatabase("empty") : undefined;
    backend = await startProject(own ? { databaseUrl: own.url, schedule: false } : {});
    ann = await signUp(backend);
  });
  afterAll(async () => {
    await backend?.stop();
    await own?.drop();
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
