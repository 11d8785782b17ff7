// sync_pull and sync_push as a device uses them: nothing is skipped, nothing is lost, one bad row
// holds up nobody, and a batch that is sent twice changes nothing.
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { type CollectionName, collectionsByRole, schemas } from "../../sync/schema/collections.ts";
import type { Role } from "../../sync/schema/profiles.ts";
import { become, kinds, type Row } from "../fixtures/sql/database.ts";
import { refused } from "../fixtures/sql/refused.ts";
import { applicationId, apply, campaign, campaignInput, person, report, reportInput } from "../fixtures/sql/rows.ts";
import { setUpCampaign, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pull, pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe.each(kinds)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other, open, application } = setUpCampaign(db);
  const admin = setUpPerson(db, "admin");

  const found = async (who: string | null, collection: string, id: unknown) =>
    (await pullRows(db, who, collection)).find((r) => r.id === id);

  /** A report as a device makes it, with its stamps. */
  const draft = (more: Row = {}) => ({
    ...reportInput(open, application, tester, {
      status: "draft",
      sync_client: "phone",
      sync_seq: 1,
    }),
    ...more,
  });

  describe("pull", () => {
    test("O2 rows fit the device's schema to the letter, for each role", async () => {
      await report(db, open, tester);
      for (const [who, role] of [
        [tester, "tester"],
        [dev, "developer"],
        [admin, "admin"],
        [null, "anonymous"],
      ] as [string | null, Role | "anonymous"][]) {
        const names = collectionsByRole[role];
        const answer = await pull(
          db,
          who,
          names.map((collection) => ({ collection, checkpoint: null, limit: 1000 })),
        );
        expect(Object.keys(answer.collections).sort()).toEqual([...names].sort());
        expect(answer.scope).toBe(who === null ? "anonymous" : `${who}:${role}:active`);
        expect(answer.now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        for (const name of names) {
          for (const row of answer.collections[name]?.rows ?? []) {
            const { _deleted, ...rest } = row;
            expect(typeof _deleted).toBe("boolean");
            const parsed = v.safeParse(v.strictObject(schemas[name as CollectionName].entries), rest);
            expect({ name, issues: parsed.issues?.map((i) => `${v.getDotPath(i)}: ${i.message}`) }).toEqual({
              name,
              issues: undefined,
            });
          }
        }
      }
    });

    test("O2 pages follow (transaction, id) and miss nothing", async () => {
      for (let i = 0; i < 7; i++) await report(db, open, tester, { status: "draft" });
      const all = await pullRows(db, tester, "feedback");
      const seen: unknown[] = [];
      let checkpoint: Row | null = null;
      for (let page = 0; page < 100; page++) {
        const part: Awaited<ReturnType<typeof pull>>["collections"][string] | undefined = (
          await pull(db, tester, [{ collection: "feedback", checkpoint, limit: 3 }])
        ).collections.feedback;
        if (!part) throw new Error("no part");
        seen.push(...part.rows.map((r) => r.id));
        checkpoint = part.checkpoint;
        if (!part.more) break;
      }
      expect(seen).toEqual(all.map((r) => r.id));
      expect(new Set(seen).size).toBe(seen.length);
      // An edit moves a row behind the checkpoint's end.
      const [, first] = seen;
      await db.update(tester, "feedback", String(first), { device: "Pixel" });
      const next = (await pull(db, tester, [{ collection: "feedback", checkpoint, limit: 3 }])).collections.feedback;
      expect(next?.rows.map((r) => r.id)).toEqual([first]);
    });

    test("another epoch or scope starts over; a role sees its own collections only", async () => {
      const answer = await pull(db, tester, [{ collection: "settings", checkpoint: null, limit: 5 }]);
      const checkpoint = answer.collections.settings?.checkpoint ?? {};
      const again = async (change: Row) =>
        (await pull(db, tester, [{ collection: "settings", checkpoint: { ...checkpoint, ...change }, limit: 5 }]))
          .collections.settings;
      expect(await again({})).toMatchObject({ rows: [], restarted: false });
      for (const change of [{ epoch: "other" }, { scope: "anonymous" }, { xid: "x" }, { id: "x" }]) {
        expect(await again(change)).toMatchObject({ rows: expect.objectContaining({ length: 5 }), restarted: true });
      }
      await expect(pullRows(db, tester, "flags")).rejects.toEqual(refused("unknown_collection"));
      await expect(pullRows(db, null, "campaigns")).rejects.toEqual(refused("unknown_collection"));
      await expect(pullRows(db, tester, "pg_authid")).rejects.toEqual(refused("unknown_collection"));
      await expect(pull(db, randomUUID(), [])).rejects.toEqual(refused("forbidden"));
      await db.owner("select private.new_epoch()");
      expect(await again({})).toMatchObject({ restarted: true });
    });

    test("a change of role or status is another scope", async () => {
      const somebody = await person(db, "tester");
      const before = (await pull(db, somebody, [])).scope;
      await db.owner("update public.profiles set status = 'suspended' where id = $1", [somebody]);
      const after = (await pull(db, somebody, [])).scope;
      expect(after).not.toBe(before);
      // A push is answered under the same one.
      expect(await push(db, somebody, "profiles", [])).toMatchObject({ scope: after });
    });
  });

  describe("push", () => {
    test("O2 an insert, an edit by the same store, a replay of either: nothing is lost and nothing doubles", async () => {
      const first = draft();
      expect(await push(db, tester, "feedback", [{ doc: first }])).toMatchObject({ conflicts: [], rejected: [] });
      expect(await push(db, tester, "feedback", [{ doc: first }])).toMatchObject({ conflicts: [], rejected: [] });
      const stored = await found(tester, "feedback", first.id);
      expect(stored).toMatchObject({ sync_client: "phone", sync_seq: 1, developer_id: dev });
      // The answer to the insert was lost, the person typed on: still assuming that the server has
      // nothing.
      const second = { ...first, details: "And again", sync_seq: 2 };
      expect(await push(db, tester, "feedback", [{ doc: second }])).toMatchObject({ conflicts: [], rejected: [] });
      expect(await found(tester, "feedback", first.id)).toMatchObject({ details: "And again", sync_seq: 2 });
      // The older one comes late: it changes nothing.
      expect(await push(db, tester, "feedback", [{ doc: first }])).toMatchObject({ conflicts: [], rejected: [] });
      const now = await found(tester, "feedback", first.id);
      expect(now).toMatchObject({ details: "And again", sync_seq: 2 });
      const third = { ...now, summary: "A third summary", sync_seq: 3 };
      await push(db, tester, "feedback", [{ doc: third, assumed: now ?? null }]);
      const xid = (await found(tester, "feedback", first.id))?.sync_xid;
      await push(db, tester, "feedback", [{ doc: third, assumed: now ?? null }]);
      expect((await found(tester, "feedback", first.id))?.sync_xid).toBe(xid);
    });

    test("O2 what somebody else wrote in between is a conflict, and changes nothing", async () => {
      const doc = draft();
      await push(db, tester, "feedback", [{ doc }]);
      const base = await found(tester, "feedback", doc.id);
      await push(db, tester, "feedback", [
        { doc: { ...base, details: "From the tablet", sync_client: "tablet", sync_seq: 2 }, assumed: base ?? null },
      ]);
      const answer = await push(db, tester, "feedback", [
        { doc: { ...base, details: "From the phone", sync_seq: 2 }, assumed: base ?? null },
      ]);
      expect(answer).toMatchObject({
        scope: expect.stringMatching(/:tester:active$/),
        applied: [],
        conflicts: [expect.objectContaining({ id: doc.id, details: "From the tablet", _deleted: false })],
        rejected: [],
      });
      // A change by the server clears the writer: the phone must not take it for its own.
      await db.owner("update public.feedback set reproductions = 2 where id = $1", [doc.id as string]);
      expect(await found(tester, "feedback", doc.id)).toMatchObject({ sync_client: "" });
    });

    test("O2 each write makes the number of a row higher: the server's too, and one that is numbered by hand", async () => {
      const doc = draft();
      await push(db, tester, "feedback", [{ doc }]);
      await db.owner("update public.feedback set reproductions = 2 where id = $1", [doc.id as string]);
      const after = await found(tester, "feedback", doc.id);
      expect(after).toMatchObject({ sync_seq: 2 });
      const back = { ...after, details: "Numbered by hand", sync_client: "phone", sync_seq: 1 };
      expect(await push(db, tester, "feedback", [{ doc: back, assumed: after ?? null }])).toMatchObject({
        rejected: [],
      });
      expect(await found(tester, "feedback", doc.id)).toMatchObject({ details: "Numbered by hand", sync_seq: 3 });
      // As far as numbers go, and the next one still has room.
      const far: Row = { ...draft(), sync_seq: 2_000_000_000 };
      await push(db, tester, "feedback", [{ doc: far }]);
      const there = await found(tester, "feedback", far.id);
      const next = { ...there, details: "Goes on", sync_client: "tablet", sync_seq: 2_000_000_001 };
      expect(await push(db, tester, "feedback", [{ doc: next, assumed: there ?? null }])).toMatchObject({
        rejected: [],
      });
    });

    test("one refused row among good ones is told apart, noted, and holds up nobody", async () => {
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
      for (const { id } of [good, last]) expect(await found(tester, "feedback", id)).toBeTruthy();
      const [noted] = await db.query(admin, "select code, collection from public.sync_refusals where row_id = $1", [
        bad.id as string,
      ]);
      expect(noted).toEqual({ code: "missing_rating", collection: "feedback" });
      expect(await db.count(tester, "sync_refusals")).toBe(0);
    });

    test("P2 mass assignment is refused, not dropped in silence", async () => {
      const own = await found(tester, "profiles", tester);
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
      // Into a new row, too: the server's own columns are filled in over what a device guessed, a
      // review of one's own is refused.
      const guessed = draft({ is_sample: true, received_at: "2020-01-01T00:00:00.000Z" });
      await push(db, tester, "feedback", [{ doc: guessed }]);
      expect(await found(tester, "feedback", guessed.id)).toMatchObject({ is_sample: false, received_at: null });
      const reviewed = draft({ usefulness: 5, known: true });
      const answer = await push(db, tester, "feedback", [{ doc: reviewed }]);
      expect(answer.rejected).toEqual([expect.objectContaining({ id: reviewed.id, code: "not_allowed", row: null })]);
      expect(await found(tester, "feedback", reviewed.id)).toBeUndefined();
    });

    test("P2 an approved report, a reward, another's row: each refused, the rest goes on", async () => {
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
      expect(await found(tester, "feedback", mine.id)).toBeTruthy();
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
      await expect(push(db, tester, "pg_authid", [])).rejects.toEqual(refused("unknown_collection"));
      await expect(push(db, null, "feedback", [])).rejects.toMatchObject({ sqlstate: "42501" });
    });

    test("an update that a policy hides is refused and never a conflict", async () => {
      const answer = await push(db, tester, "campaigns", [
        await found(tester, "campaigns", open).then((base) => ({
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

    test("a draft that was made and deleted before it was sent needs nothing; a deleted draft is a tombstone for all devices", async () => {
      const gone = draft({ _deleted: true });
      expect(await push(db, tester, "feedback", [{ doc: gone }])).toMatchObject({ conflicts: [], rejected: [] });
      expect(await found(tester, "feedback", gone.id)).toBeUndefined();
      const doc = draft();
      await push(db, tester, "feedback", [{ doc }]);
      const base = await found(tester, "feedback", doc.id);
      await push(db, tester, "feedback", [{ doc: { ...base, _deleted: true, sync_seq: 2 }, assumed: base ?? null }]);
      expect(await found(tester, "feedback", doc.id)).toMatchObject({ _deleted: true });
      const own = await found(tester, "profiles", tester);
      const answer = await push(db, tester, "profiles", [
        { doc: { ...own, _deleted: true, sync_seq: 2 }, assumed: own ?? null },
      ]);
      expect(answer.rejected).toEqual([expect.objectContaining({ code: "not_allowed" })]);
    });

    test("two devices make the same application: the second meets the first as a conflict", async () => {
      const third = await person(db, "tester");
      const id = await applicationId(db, open, third);
      const doc = (client: string) => ({
        id,
        campaign_id: open,
        tester_id: third,
        message: client,
        status: "pending",
        sync_client: client,
        sync_seq: 1,
      });
      expect(await push(db, third, "applications", [{ doc: doc("phone") }])).toMatchObject({
        conflicts: [],
        rejected: [],
      });
      // Accepted on arrival: not what the phone sent, so that even its own replay learns it.
      const again = await push(db, third, "applications", [{ doc: doc("phone") }]);
      expect(again.conflicts).toEqual([expect.objectContaining({ id, status: "accepted", sync_client: "" })]);
      const tablet = await push(db, third, "applications", [{ doc: doc("tablet") }]);
      expect(tablet.conflicts).toEqual([expect.objectContaining({ id, message: "phone" })]);
    });

    test("a whole campaign made and published offline arrives as one insert", async () => {
      const doc = { ...campaignInput(dev, { status: "active" }), sync_client: "laptop", sync_seq: 4 };
      expect(await push(db, dev, "campaigns", [{ doc }])).toMatchObject({ conflicts: [], rejected: [] });
      expect(await found(tester, "campaigns", (doc as Row).id)).toMatchObject({ status: "active" });
    });

    test("T5 T6 T7 O2 a row that went through several states offline walks through each of them, with its effects", async () => {
      // Published, completed and archived since the server last saw it as a draft, its title
      // corrected on the way.
      const doc: Row = { ...campaignInput(dev, { status: "draft" }), sync_client: "laptop", sync_seq: 1 };
      await push(db, dev, "campaigns", [{ doc }]);
      const base = (await found(dev, "campaigns", doc.id)) ?? null;
      const ended = {
        ...base,
        title: "Corrected on the way",
        status: "archived",
        sync_xid: "",
        sync_client: "laptop",
        sync_seq: 5,
      };
      const edit = { doc: ended, assumed: base };
      const once = await push(db, dev, "campaigns", [edit]);
      expect([once.conflicts, once.rejected]).toEqual([[], []]);
      expect(once.applied).toEqual([
        expect.objectContaining({
          status: "archived",
          title: "Corrected on the way",
          sync_client: "laptop",
          sync_seq: 5,
        }),
      ]);
      expect(await db.row("campaigns", String(doc.id))).toMatchObject({
        published_at: expect.anything(),
        completed_at: expect.anything(),
      });
      const twice = await push(db, dev, "campaigns", [edit]);
      expect(twice.applied).toEqual(once.applied);
      // Never seen by the server in any of its states.
      const whole: Row = { ...campaignInput(dev, { status: "archived" }), sync_client: "laptop", sync_seq: 9 };
      const answer = await push(db, dev, "campaigns", [{ doc: whole }]);
      expect(answer.applied).toEqual([
        expect.objectContaining({ status: "archived", sync_client: "laptop", sync_seq: 9 }),
      ]);

      // Accepted and removed again on a developer's train: the tester hears of both, and the place
      // is free.
      const crowd = await campaign(db, dev, { auto_select: false });
      const applicant = await person(db, "tester");
      const applied = await apply(db, crowd, applicant);
      const pending = (await found(dev, "applications", applied)) ?? null;
      const removed = {
        ...pending,
        status: "removed",
        reason: "A mistake",
        sync_xid: "",
        sync_client: "laptop",
        sync_seq: 3,
      };
      const decided = await push(db, dev, "applications", [{ doc: removed, assumed: pending }]);
      expect(decided.rejected).toEqual([]);
      expect(await db.row("applications", applied)).toMatchObject({
        status: "removed",
        accepted_at: expect.anything(),
      });
      const told = await pullRows(db, applicant, "notifications");
      const kinds = told.map((n) => String(n.kind)).filter((k) => k.startsWith("application_"));
      expect(kinds.sort()).toEqual(["application_accepted", "application_removed"]);
      expect(await db.row("campaigns", crowd)).toMatchObject({ testers_joined: 0 });
      // Applied and withdrawn on the tester's train.
      const id = await applicationId(db, crowd, other);
      const brief: Row = {
        id,
        campaign_id: crowd,
        tester_id: other,
        status: "withdrawn",
        sync_client: "phone",
        sync_seq: 2,
      };
      const gone = await push(db, other, "applications", [{ doc: brief }]);
      expect(gone.applied).toEqual([expect.objectContaining({ status: "withdrawn", accepted_at: null, sync_seq: 2 })]);
    });

    test("T5 T6 O2 a path that one person may not walk alone is refused, and nothing of it stays", async () => {
      const doc: Row = {
        ...campaignInput(dev, { status: "active", end_date: "2020-01-01", start_date: "2019-12-01" }),
      };
      const draft_: Row = { ...doc, id: randomUUID(), status: "draft" };
      await push(db, dev, "campaigns", [{ doc: draft_ }]);
      const base = (await found(dev, "campaigns", draft_.id)) ?? null;
      // Its first step cannot be taken: it would have been published after its end.
      const late = await push(db, dev, "campaigns", [
        { doc: { ...base, title: "Not to stay", status: "archived", sync_xid: "" }, assumed: base },
      ]);
      expect(late.rejected.map((r) => r.code)).toEqual(["invalid"]);
      expect(await db.row("campaigns", String(draft_.id))).toMatchObject({ status: "draft", title: draft_.title });
      // Approving one's own draft needs somebody else in between.
      const r = await report(db, open, tester, { status: "draft" });
      const mine = (await found(tester, "feedback", r)) ?? null;
      const own = await push(db, tester, "feedback", [
        { doc: { ...mine, status: "approved", sync_xid: "" }, assumed: mine },
      ]);
      expect(own.rejected.map((x) => x.code)).toEqual(["wrong_state"]);
    });

    test("sent back with times in milliseconds, a row does not count as edited", async () => {
      const r = await report(db, open, tester);
      const base = await found(dev, "feedback", r);
      const answer = await push(db, dev, "feedback", [
        {
          doc: { ...base, status: "approved", usefulness: 4, sync_client: "laptop", sync_seq: 1 },
          assumed: base ?? null,
        },
      ]);
      expect(answer).toMatchObject({ conflicts: [], rejected: [] });
      expect(await found(tester, "feedback", r)).toMatchObject({
        status: "approved",
        usefulness: 4,
        sync_client: "laptop",
      });
    });

    test("suspended people read and write nothing; maintenance makes the whole call wait", async () => {
      const somebody = await person(db, "tester", { status: "suspended" });
      const own = await found(somebody, "profiles", somebody);
      const row = { doc: { ...own, bio: "Hello", sync_client: "phone", sync_seq: 1 }, assumed: own ?? null };
      expect((await push(db, somebody, "profiles", [row])).rejected).toEqual([
        expect.objectContaining({ code: "suspended" }),
      ]);
      await db.owner(
        `update public.settings set saved_at = now(), "values" = "values" || '{"maintenance_mode": true}' where section = 'general'`,
      );
      const mine = await found(tester, "profiles", tester);
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
      ).rejects.toEqual(refused("invalid"));
      await expect(
        pull(
          db,
          tester,
          Array.from({ length: 33 }, () => ({ collection: "settings" })),
        ),
      ).rejects.toEqual(refused("invalid"));
      for (const limit of [0, -5, 100_000, "many", null]) {
        expect(
          (await pull(db, tester, [{ collection: "settings", checkpoint: null, limit }])).collections.settings?.rows
            .length,
        ).toBeGreaterThan(0);
      }
    });
  });

  describe("hints", () => {
    const heard = async (since: string) =>
      (
        await db.owner<{ topic: string; collections: string[]; private: boolean }>(
          "select topic, payload -> 'collections' as collections, private from realtime.messages where inserted_at >= $1::timestamp order by topic, payload ->> 'collections'",
          [since],
        )
      ).map((m) => {
        expect(m.private).toBe(true);
        return `${m.topic} ${m.collections.join("+")}`;
      });
    const clock = async () =>
      (await db.owner<{ at: string }>("select clock_timestamp()::timestamp::text as at"))[0]?.at ?? "";

    test("O2 one hint per transaction, topic and collection, to those concerned and nobody else", async () => {
      const rows = [];
      for (let i = 0; i < 5; i++) rows.push({ doc: draft({ status: "submitted" }) });
      const since = await clock();
      await push(db, tester, "feedback", rows);
      expect(await heard(since)).toEqual(
        [
          "admin campaigns",
          "admin feedback",
          "catalog campaigns",
          `user:${dev} campaigns`,
          `user:${dev} feedback`,
          `user:${dev} notifications`,
          `user:${tester} feedback`,
        ].sort(),
      );
    });

    test("O2 a draft and an internal note are hinted to their author alone", async () => {
      const r = await report(db, open, tester);
      const since = await clock();
      await report(db, open, tester, { status: "draft" });
      await db.insert(dev, "comments", {
        id: randomUUID(),
        feedback_id: r,
        author_id: dev,
        body: "Note",
        internal: true,
      });
      expect(await heard(since)).toEqual([`user:${dev} comments`, `user:${tester} feedback`].sort());
    });

    test("P2 who is signed in hears their own topic and the catalogue, admins theirs; nobody can send", async () => {
      await report(db, open, tester);
      const hears = (who: string | null, topic: string) =>
        db.as(who, async (s) => {
          await s.query("select set_config('realtime.topic', $1, true)", [topic]);
          return (await s.query("select 1 from realtime.messages where topic = $1 limit 1", [topic])).length === 1;
        });
      expect(await hears(tester, `user:${tester}`)).toBe(true);
      expect(await hears(other, `user:${tester}`)).toBe(false);
      expect(await hears(null, `user:${tester}`)).toBe(false);
      expect(await hears(tester, "catalog")).toBe(true);
      expect(await hears(null, "catalog")).toBe(false);
      expect(await hears(tester, "admin")).toBe(false);
      expect(await hears(admin, "admin")).toBe(true);
      await expect(
        db.query(
          tester,
          "insert into realtime.messages (topic, extension, payload) values ($1, 'broadcast', '{}'::jsonb)",
          [`user:${other}`],
        ),
      ).rejects.toMatchObject({ sqlstate: "42501" });
    });
  });

  test("S25 P3 T13 an admin without a second factor who makes it a must: the save lands in the scope that it began with, later ones follow the rule", async () => {
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
      expect(
        await db.owner(
          `select saved_at is not null as saved, "values" -> 'min_password_length' as least from public.settings
           where section = 'security'`,
        ),
      ).toEqual([{ saved: true, least: 14 }]);
      // From the next call on they are limited: their settings are refused, with a reason; what is
      // their own goes through.
      expect(await scope()).toBe(`${full}:limited`);
      expect(await save("general", { maintenance_mode: true }, 2)).toMatchObject({
        ...{ applied: [], rejected: [{ code: "forbidden" }], scope: `${full}:limited` },
      });
      const [account] = await pullRows(db, chief, "accounts");
      const doc = { ...account, language: "es", sync_client: "desk", sync_seq: 3 };
      expect(await push(db, chief, "accounts", [{ doc, assumed: account ?? null }])).toMatchObject({ rejected: [] });
      // The rule taken back by somebody else: all is as before.
      await db.owner(
        `update public.settings set "values" = "values" || '{"require_2fa_for_admins": false}' where section = 'security'`,
      );
      expect(await scope()).toBe(full);
      expect(await save("general", { multilingual: true }, 4)).toMatchObject({ rejected: [], scope: full });
    } finally {
      await db.owner(
        `update public.settings set saved_at = $1::timestamptz, "values" = $2::jsonb where section = 'security'`,
        [before?.saved_at ?? null, before?.values ?? "{}"],
      );
    }
  });
});

// PGlite is one connection: what needs two transactions at once needs a real server.
describe("two transactions at once", () => {
  const db = setUpDatabase("postgres");
  const dev = setUpPerson(db, "developer");

  const gate = () => {
    let open: () => void = () => undefined;
    const passed = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, passed };
  };

  test("O2 a transaction that commits late does not slip in behind a checkpoint", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    const application = await apply(db, id, tester);
    const written = gate();
    const go = gate();
    const slow = reportInput(id, application, tester, { status: "draft" });
    const late = db.as(tester, async (s) => {
      await s.query(
        "insert into public.feedback (id, campaign_id, application_id, tester_id) values ($1, $2, $3, $4)",
        [String(slow.id), id, application, tester],
      );
      written.open();
      await go.passed;
    });
    await written.passed;
    // Begun later, committed earlier: it must wait below the horizon, or the checkpoint would pass
    // the one that is still running.
    const quick = await report(db, id, tester, { status: "draft" });
    const before = (await pull(db, tester, [{ collection: "feedback", checkpoint: null, limit: 100 }])).collections
      .feedback;
    expect(before?.rows).toEqual([]);
    go.open();
    await late;
    const after = (await pull(db, tester, [{ collection: "feedback", checkpoint: before?.checkpoint, limit: 100 }]))
      .collections.feedback;
    expect(after?.rows.map((r) => r.id)).toEqual([slow.id, quick]);
  });

  test("S9 the last spot, taken by twenty at once, goes to exactly one", async () => {
    const id = await campaign(db, dev, { max_testers: 1 });
    const testers = await Promise.all(Array.from({ length: 20 }, () => person(db, "tester")));
    const ids = await Promise.all(testers.map((t) => applicationId(db, id, t)));
    await Promise.all(
      testers.map((t, i) =>
        push(db, t, "applications", [{ doc: { id: ids[i], campaign_id: id, tester_id: t, status: "pending" } }]),
      ),
    );
    const rows = await db.owner<{ status: string }>("select status from public.applications where campaign_id = $1", [
      id,
    ]);
    expect(rows.filter((r) => r.status === "accepted")).toHaveLength(1);
    expect(rows.filter((r) => r.status === "pending")).toHaveLength(19);
    expect(await db.row("campaigns", id)).toMatchObject({ testers_joined: 1 });
  });

  test("S12 approving the same report on many devices at once pays once", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    await apply(db, id, tester);
    const reports = await Promise.all([0, 1, 2].map(() => report(db, id, tester)));
    const bases = await pullRows(db, dev, "feedback");
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const base = bases.find((b) => b.id === reports[i % 3]);
        return push(db, dev, "feedback", [
          {
            doc: { ...base, status: "approved", usefulness: 4, sync_client: `device ${i}`, sync_seq: 1 },
            assumed: base ?? null,
          },
        ]);
      }),
    );
    expect(answers.flatMap((a) => a.rejected)).toEqual([]);
    expect(answers.flatMap((a) => a.conflicts)).toHaveLength(9);
    expect(await db.owner("select status, amount_cents from public.rewards where campaign_id = $1", [id])).toEqual([
      { status: "earned", amount_cents: 1500 },
    ]);
    expect(await db.count(null, "apps")).toBe(0);
    const [ledger] = await db.owner<{ n: number; total: number }>(
      "select count(*)::int as n, sum(amount_cents)::int as total from public.ledger_entries where tester_id = $1",
      [tester],
    );
    expect(ledger).toEqual({ n: 1, total: 1500 });
    expect(await db.row("profiles", tester)).toMatchObject({ karma: 3 * (10 + 2 * 4) });
    expect(await db.row("campaigns", id)).toMatchObject({ feedback_count: 3, new_feedback_count: 0 });
  });

  test("S12 two payout requests at once take each reward once", async () => {
    const tester = await person(db, "tester");
    await db.update(tester, "accounts", tester, { paypal_email: "me@example.test" });
    for (let i = 0; i < 3; i++) {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await db.update(dev, "feedback", await report(db, id, tester), { status: "approved", usefulness: 3 });
    }
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        db.insert(tester, "payouts", { id: randomUUID(), tester_id: tester, currency: "USD" }),
      ),
    );
    expect(tries.filter((t) => t.status === "fulfilled")).toHaveLength(1);
    expect(tries.filter((t) => t.status === "rejected").map((t) => (t as PromiseRejectedResult).reason)).toEqual(
      Array(5).fill(refused("no_rewards")),
    );
    expect(await db.owner("select amount_cents from public.payouts where tester_id = $1", [tester])).toEqual([
      { amount_cents: 4500 },
    ]);
  });

  test("O2 two devices edit the same draft at once: one wins, the other learns of it", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    await apply(db, id, tester);
    const r = await report(db, id, tester, { status: "draft" });
    const [base] = await pullRows(db, tester, "feedback");
    const answers = await Promise.all(
      ["phone", "tablet", "laptop"].map((client) =>
        push(db, tester, "feedback", [
          { doc: { ...base, details: client, sync_client: client, sync_seq: 1 }, assumed: base ?? null },
        ]),
      ),
    );
    expect(answers.flatMap((a) => a.conflicts)).toHaveLength(2);
    const { details } = await db.row<{ details: string }>("feedback", r);
    for (const { conflicts } of answers) for (const c of conflicts) expect(c.details).toBe(details);
  });

  test("a change of a scope in the middle of a transaction does not leak the other's rows", async () => {
    const a = await person(db, "tester");
    const b = await person(db, "tester");
    await db.as(a, async (s) => {
      await become(s, b);
      const rows = await s.query<{ id: string }>("select id from public.profiles");
      expect(rows.map((r) => r.id)).toEqual([b]);
    });
  });
});
