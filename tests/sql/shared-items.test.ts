// Shared saved replies, views and templates: rights, limits, and concurrent edits.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { setUpColleagues, setUpDatabase } from "../fixtures/sql/scenario.ts";
import { pulledRow, push } from "../fixtures/sql/sync-calls.ts";

const reply = (text: string) => ({ kind: "reject", language: "en", text });
const template = (name: string, instructions = "") => ({
  ...{ name, instructions, description: "", requirements: "", agreement: "", screening: [], effort_minutes: null },
});

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { owner, manager, reviewer, viewer, outsider, tester } = setUpColleagues(db);
  let org: string;
  beforeAll(async () => {
    org = await team(db, owner, { [manager]: "manager", [reviewer]: "reviewer", [viewer]: "viewer" });
  });

  const shared = async (who: string) => ((await pulledRow(db, who, "accounts", who))?.shared ?? {}) as Row;
  const accountOf = async (who: string) => (await pulledRow(db, who, "accounts", who)) ?? {};
  /** Pushes changed items based on `base`, by default the version that the server has. */
  const share = async (who: string, items: Row, base?: Row) => {
    const assumed = base ?? (await accountOf(who));
    const all = { ...(assumed.shared as Row), ...items };
    const after = Object.fromEntries(Object.entries(all).filter(([, item]) => item !== undefined));
    const doc = { ...assumed, shared: after, sync_client: who, sync_seq: Number(assumed.sync_seq) + 1 };
    return push(db, who, "accounts", [{ doc, assumed }]);
  };
  const codes = async (answer: Promise<{ rejected: { code: string }[] }>) =>
    (await answer).rejected.map(({ code }) => code);
  const item = (value: Row, more: Row = {}) => ({ org_id: org, kind: "reply", value, ...more });

  test("B10 S18 members with the right share, change and remove; all members pull it, and nothing is left in the row", async () => {
    const id = randomUUID();
    expect((await share(reviewer, { [id]: item(reply("Thank you")) })).applied).toHaveLength(1);
    for (const who of [owner, manager, reviewer, viewer])
      expect(await shared(who)).toEqual({ [id]: item(reply("Thank you")) });
    const before = await accountOf(viewer);
    await share(owner, { [id]: item(reply("Many thanks")) });
    const after = await accountOf(viewer);
    expect(after.shared).toEqual({ [id]: item(reply("Many thanks")) });
    expect(BigInt(String(after.sync_xid))).toBeGreaterThan(BigInt(String(before.sync_xid)));
    expect(await db.owner("select 1 from public.accounts where shared <> '{}'")).toEqual([]);
    await share(manager, { [id]: undefined });
    expect(await shared(reviewer)).toEqual({});
  });

  test("B10 P2 a viewer shares nothing, a reviewer no template, an outsider and a tester nothing of another organization", async () => {
    const [id, mine] = [randomUUID(), randomUUID()];
    await share(manager, { [id]: item(template("Weekly"), { kind: "template" }) });
    for (const value of [undefined, item(template("Monthly"), { kind: "template" })]) {
      expect(await codes(share(reviewer, { [id]: value }))).toEqual(["not_allowed"]);
      expect(await codes(share(viewer, { [id]: value }))).toEqual(["not_allowed"]);
    }
    expect(await codes(share(viewer, { [mine]: item(reply("Mine")) }))).toEqual(["not_allowed"]);
    for (const who of [outsider, tester]) {
      expect(await shared(who)).toEqual({});
      expect(await codes(share(who, { [mine]: item(reply("Mine")) }))).toEqual(["forbidden"]);
      expect(await codes(share(who, { [mine]: item(reply("Mine"), { org_id: randomUUID() }) }))).toEqual(["forbidden"]);
      await expect(
        db.update(who, "accounts", who, { shared: JSON.stringify({ [mine]: item(reply("Mine")) }) }),
      ).rejects.toEqual(rejection("forbidden"));
      expect(await db.query(who, "select private.my_shared($1) as items", [owner])).toEqual([{ items: {} }]);
    }
    expect(await shared(owner)).toEqual({ [id]: item(template("Weekly"), { kind: "template" }) });
    // Another organization's item keeps its id: it is neither taken over nor changed.
    const other = await team(db, outsider);
    expect(await codes(share(outsider, { [id]: item(reply("Taken"), { org_id: other }) }))).toEqual(["forbidden"]);
    expect(await codes(share(manager, { [id]: item(reply("Moved"), { org_id: manager }) }))).toEqual(["invalid"]);
    await share(manager, { [id]: undefined });
  });

  test("B10 V5 the server rejects odd shapes, too many and too large items", async () => {
    const id = randomUUID();
    for (const odd of [
      ...["text", null, [], {}],
      { org_id: org, kind: "reply" },
      item(reply("")),
      item(reply("x"), { more: 1 }),
      item(reply("x"), { kind: "search" }),
      item(reply("x"), { kind: "view" }),
      item(reply("x"), { org_id: "mine" }),
      item(template("x", "x".repeat(20_001)), { kind: "template" }),
    ])
      expect(await codes(share(owner, { [id]: odd }))).toEqual(["invalid"]);
    for (const odd of ["x".repeat(37), "__proto__", "constructor"])
      expect(await codes(share(owner, { [odd]: item(reply("x")) }))).toEqual(["invalid"]);
    await expect(db.update(owner, "accounts", owner, { shared: "[]" })).rejects.toEqual(rejection("invalid"));
    const many = (most: number, one: Row) =>
      Object.fromEntries(Array.from({ length: most }, () => [randomUUID(), one]));
    expect(await codes(share(owner, many(101, item(reply("x")))))).toEqual(["too_many"]);
    expect(
      await codes(share(owner, many(41, item({ name: "Mine", search: { q: "crash" } }, { kind: "view" })))),
    ).toEqual(["too_many"]);
    expect(await codes(share(owner, many(41, item(template("Weekly"), { kind: "template" }))))).toEqual(["too_many"]);
    const large = item(template("Weekly", "x".repeat(20_000)), { kind: "template" });
    expect(await codes(share(owner, many(6, large)))).toEqual(["too_many"]);
    expect(await shared(owner)).toEqual({});
  });

  test("B10 O2 an edit that is based on an older version is a conflict, so the device merges it by item", async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const base = await accountOf(owner);
    await share(manager, { [a]: item(reply("From Max")) });
    expect((await share(owner, { [b]: item(reply("From Olga")) }, base)).conflicts).toHaveLength(1);
    await share(owner, { [b]: item(reply("From Olga")) });
    expect(Object.keys(await shared(manager)).sort()).toEqual([a, b].sort());
    await share(owner, { [a]: undefined, [b]: undefined });
  });

  test("B10 O2 an edit whose base lacked the column is a conflict, even as a repeated edit of the same device", async () => {
    const id = randomUUID();
    await share(owner, { [id]: item(reply("Ours")) });
    const { shared: _, ...base } = await accountOf(owner);
    const doc = { ...base, shared: {}, sync_client: owner, sync_seq: Number(base.sync_seq) + 1 };
    for (const past of [{}, { sync_past: { [owner]: 2_000_000 } }]) {
      const answer = await push(db, owner, "accounts", [
        { doc: { ...doc, ...past }, assumed: { ...base, shared: {}, sync_xid: "1" } },
      ]);
      expect(answer.conflicts).toMatchObject([{ shared: { [id]: item(reply("Ours")) } }]);
    }
    await share(owner, { [id]: undefined });
  });

  test("B10 P2 a member who leaves pulls an account without the items, and cannot write them back", async () => {
    const id = randomUUID();
    const extra = await team(db, owner, { [reviewer]: "reviewer" });
    await share(reviewer, { [id]: item(reply("Ours"), { org_id: extra }) });
    const base = await accountOf(reviewer);
    await call(db, owner, "public.remove_member($1, $2)", [extra, reviewer]);
    const after = await accountOf(reviewer);
    expect(after.shared).toEqual({});
    expect(BigInt(String(after.sync_xid))).toBeGreaterThan(BigInt(String(base.sync_xid)));
    expect(await codes(share(reviewer, { [id]: item(reply("Mine"), { org_id: extra }) }))).toEqual(["forbidden"]);
    expect(await shared(owner)).toEqual({ [id]: item(reply("Ours"), { org_id: extra }) });
    await db.owner("delete from public.organizations where id = $1", [extra]);
    expect(await shared(owner)).toEqual({});
  });
});
