// Rejections by sync_push: a rejected row blocks no other row and leaves no data.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { campaignInput, person, report } from "../fixtures/sql/rows.ts";
import { setUpCampaign, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pull, pulledRow, pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other, open, draft } = setUpCampaign(db);
  const admin = setUpPerson(db, "admin");

  test("one rejected row among valid ones is reported and logged, and blocks no other", async () => {
    const good = draft();
    const bad = draft({ status: "submitted", rating: 0 });
    const tooLong = draft({ summary: "x".repeat(201) });
    const orphan = draft({ application_id: randomUUID() });
    const last = draft();
    const rows = [good, bad, tooLong, orphan, { ...draft(), id: "no uuid" }, last];
    const answer = await push(
      db,
      tester,
      "feedback",
      rows.map((doc) => ({ doc })),
    );
    expect(answer.conflicts).toEqual([]);
    expect(answer.rejected.map((r) => [r.id, r.code, r.row])).toEqual([
      [bad.id, "missing_rating", null],
      [tooLong.id, "invalid", null],
      [orphan.id, "missing_parent", null],
      ["no uuid", "invalid", null],
    ]);
    expect(answer.rejected[1]?.message).toContain("feedback_summary_check");
    for (const { id } of [good, last]) expect(await pulledRow(db, tester, "feedback", id)).toBeTruthy();
    const [noted] = await db.query(admin, "select code, collection from public.sync_rejections where row_id = $1", [
      bad.id as string,
    ]);
    expect(noted).toEqual({ code: "missing_rating", collection: "feedback" });
    expect(await db.count(tester, "sync_rejections")).toBe(0);
  });

  test("P2 mass assignment is rejected, not silently dropped", async () => {
    const own = await pulledRow(db, tester, "profiles", tester);
    for (const change of [
      { role: "admin" },
      { karma: 9999 },
      { status: "active", tests_completed: 5 },
      { email: "x@y.zz" },
    ]) {
      const answer = await push(db, tester, "profiles", [
        { doc: { ...own, ...change, sync_client: "phone", sync_seq: 1 }, assumed: own ?? null },
      ]);
      expect(answer.rejected).toEqual([
        expect.objectContaining({ code: "not_allowed", row: expect.objectContaining({ role: "tester" }) }),
      ]);
    }
    expect(
      await push(db, tester, "profiles", [
        { doc: { ...own, bio: "Hello", sync_client: "phone", sync_seq: 1 }, assumed: own ?? null },
      ]),
    ).toMatchObject({ conflicts: [], rejected: [] });
    // In a new row too: the server fills in its own columns, and a self-review is rejected.
    const guessed = draft({ is_sample: true, received_at: "2020-01-01T00:00:00.000Z" });
    await push(db, tester, "feedback", [{ doc: guessed }]);
    expect(await pulledRow(db, tester, "feedback", guessed.id)).toMatchObject({ is_sample: false, received_at: null });
    const reviewed = draft({ usefulness: 5, known: true });
    const answer = await push(db, tester, "feedback", [{ doc: reviewed }]);
    expect(answer.rejected).toEqual([expect.objectContaining({ id: reviewed.id, code: "not_allowed", row: null })]);
    expect(await pulledRow(db, tester, "feedback", reviewed.id)).toBeUndefined();
  });

  test("P2 an approved report, a reward, another user's row: each rejected, the rest continues", async () => {
    const mine = draft();
    const approved = draft({ status: "approved", usefulness: 5 });
    const anothers = await report(db, open, other, { status: "draft" });
    const theirs = {
      ...(await db.row("feedback", anothers)),
      details: "Mine now",
      sync_client: "phone",
      sync_seq: 9,
    };
    const answer = await push(db, tester, "feedback", [
      { doc: approved },
      { doc: theirs, assumed: { ...theirs } },
      { doc: { ...draft(), id: anothers } },
      { doc: { ...draft(), tester_id: other } },
      { doc: mine },
    ]);
    expect(answer.rejected.map((r) => r.code)).toEqual(["wrong_state", "forbidden", "forbidden", "forbidden"]);
    expect(await pulledRow(db, tester, "feedback", mine.id)).toBeTruthy();
    const reward = {
      id: randomUUID(),
      tester_id: tester,
      amount_cents: 100_000,
      status: "earned",
      sync_client: "phone",
      sync_seq: 1,
    };
    expect((await push(db, tester, "rewards", [{ doc: reward }])).rejected).toEqual([
      expect.objectContaining({ code: "not_allowed" }),
    ]);
    for (const name of ["activity", "files", "notifications", "settings"]) {
      expect((await push(db, tester, name, [{ doc: { id: randomUUID() } }])).rejected).toEqual([
        expect.objectContaining({ code: "not_allowed" }),
      ]);
    }
    await expect(push(db, tester, "pg_authid", [])).rejects.toEqual(rejection("unknown_collection"));
    await expect(push(db, null, "feedback", [])).rejects.toMatchObject({ sqlstate: "42501" });
  });

  test("an update that a policy hides is rejected and never a conflict", async () => {
    const answer = await push(db, tester, "campaigns", [
      await pulledRow(db, tester, "campaigns", open).then((base) => ({
        doc: { ...base, title: "My campaign now", sync_client: "phone", sync_seq: 1 },
        assumed: base ?? null,
      })),
    ]);
    expect(answer).toMatchObject({
      scope: expect.any(String),
      applied: [],
      conflicts: [],
      rejected: [expect.objectContaining({ code: "forbidden", row: expect.objectContaining({ id: open }) })],
    });
  });

  test("T5 T6 O2 a path of states that one user may not take alone is rejected, and leaves no data", async () => {
    const doc: Row = {
      ...campaignInput(dev, { status: "active", end_date: "2020-01-01", start_date: "2019-12-01" }),
    };
    const draft_: Row = { ...doc, id: randomUUID(), status: "draft" };
    await push(db, dev, "campaigns", [{ doc: draft_ }]);
    const base = (await pulledRow(db, dev, "campaigns", draft_.id)) ?? null;
    // Its first step fails: it would have been published after its end.
    const late = await push(db, dev, "campaigns", [
      { doc: { ...base, title: "Not to stay", status: "archived", sync_xid: "" }, assumed: base },
    ]);
    expect(late.rejected.map((r) => r.code)).toEqual(["invalid"]);
    expect(await db.row("campaigns", String(draft_.id))).toMatchObject({ status: "draft", title: draft_.title });
    // Approving one's own draft needs another user in between.
    const r = await report(db, open, tester, { status: "draft" });
    const mine = (await pulledRow(db, tester, "feedback", r)) ?? null;
    const own = await push(db, tester, "feedback", [
      { doc: { ...mine, status: "approved", sync_xid: "" }, assumed: mine },
    ]);
    expect(own.rejected.map((x) => x.code)).toEqual(["wrong_state"]);
  });

  test("suspended users read and write nothing; maintenance makes the whole call wait", async () => {
    const somebody = await person(db, "tester", { status: "suspended" });
    const own = await pulledRow(db, somebody, "profiles", somebody);
    const row = { doc: { ...own, bio: "Hello", sync_client: "phone", sync_seq: 1 }, assumed: own ?? null };
    expect((await push(db, somebody, "profiles", [row])).rejected).toEqual([
      expect.objectContaining({ code: "suspended" }),
    ]);
    await db.owner(
      `update public.settings set saved_at = now(), "values" = "values" || '{"maintenance_mode": true}' where section = 'general'`,
    );
    const mine = await pulledRow(db, tester, "profiles", tester);
    await expect(
      push(db, tester, "profiles", [
        { doc: { ...mine, bio: "Later", sync_client: "x", sync_seq: 7 }, assumed: mine ?? null },
      ]),
    ).rejects.toMatchObject({ sqlstate: "PT503" });
    await db.owner(
      `update public.settings set saved_at = null, "values" = "values" || '{"maintenance_mode": false}' where section = 'general'`,
    );
  });

  test("limits of a call: 500 rows, 32 requests", async () => {
    await expect(
      push(
        db,
        tester,
        "feedback",
        Array.from({ length: 501 }, () => ({ doc: {} })),
      ),
    ).rejects.toEqual(rejection("invalid"));
    await expect(
      pull(
        db,
        tester,
        Array.from({ length: 33 }, () => ({ collection: "settings" })),
      ),
    ).rejects.toEqual(rejection("invalid"));
    for (const limit of [0, -5, 100_000, "many", null]) {
      expect(
        (await pull(db, tester, [{ collection: "settings", checkpoint: null, limit }])).collections.settings?.rows
          .length,
      ).toBeGreaterThan(0);
    }
  });

  test("S25 P3 T13 an admin without a second factor who makes it mandatory: the save uses the initial scope, later ones follow the rule", async () => {
    const chief = await person(db, "admin");
    const [before] = await db.owner<{ saved_at: string | null; values: string }>(
      `select saved_at::text, "values"::text from public.settings where section = 'security'`,
    );
    const scope = async () => (await pull(db, chief, [])).scope;
    const save = async (section: string, values: Row, seq: number) => {
      const known = (await pullRows(db, chief, "settings")).find((row) => row.section === section);
      const doc = { ...known, values: { ...(known?.values as Row), ...values }, sync_client: "desk", sync_seq: seq };
      return push(db, chief, "settings", [{ doc, assumed: known ?? null }]);
    };
    try {
      await db.owner("update public.settings set saved_at = null where section = 'security'");
      const full = `${chief}:admin:active`;
      expect(await scope()).toBe(full);
      expect(await save("security", { require_2fa_for_admins: true, min_password_length: 14 }, 1)).toMatchObject({
        ...{ applied: [{ section: "security" }], conflicts: [], rejected: [], scope: full },
      });
      // Only the length has changed. The next save, without a change, includes the other values.
      expect(await scope()).toBe(full);
      const setting = async (key: string) =>
        (await db.owner<{ value: unknown }>("select private.setting('security', $1) as value", [key]))[0]?.value;
      expect([await setting("min_password_length"), await setting("password_complexity")]).toEqual([14, null]);
      expect(await save("security", {}, 100)).toMatchObject({ applied: [{ section: "security" }], scope: full });
      expect(await setting("password_complexity")).toBe(true);
      expect(
        await db.owner(
          `select saved_at is not null as saved, "values" -> 'min_password_length' as least from public.settings
           where section = 'security'`,
        ),
      ).toEqual([{ saved: true, least: 14 }]);
      // From the next call on they are limited: their settings are rejected with a reason; their
      // own data is accepted.
      expect(await scope()).toBe(`${full}:limited`);
      expect(await save("general", { maintenance_mode: true }, 3)).toMatchObject({
        ...{ applied: [], rejected: [{ code: "forbidden" }], scope: `${full}:limited` },
      });
      const [account] = await pullRows(db, chief, "accounts");
      const doc = { ...account, language: "es", sync_client: "desk", sync_seq: 4 };
      expect(await push(db, chief, "accounts", [{ doc, assumed: account ?? null }])).toMatchObject({ rejected: [] });
      // Another admin reverts the rule, which restores the scope.
      await db.owner(
        `update public.settings set "values" = "values" || '{"require_2fa_for_admins": false}' where section = 'security'`,
      );
      expect(await scope()).toBe(full);
      expect(await save("general", { multilingual: true }, 5)).toMatchObject({ rejected: [], scope: full });
    } finally {
      await db.owner(
        `update public.settings set saved_at = $1::timestamptz, "values" = $2::jsonb where section = 'security'`,
        [before?.saved_at ?? null, before?.values ?? "{}"],
      );
    }
  });
});
