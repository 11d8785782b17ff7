import { describe, expect, test } from "vitest";
import { engines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { applicationId, apply, campaign, campaignInput, countsOf, person, report } from "../fixtures/sql/rows.ts";
import { setUpCampaign, setUpDatabase } from "../fixtures/sql/scenario.ts";
import { pulledRow, pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe.each(engines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other, open, draft } = setUpCampaign(db);

  describe("push", () => {
    test("O2 an insert, an edit by the same store, a replay of either: nothing is lost or duplicated", async () => {
      const first = draft();
      expect(await push(db, tester, "feedback", [{ doc: first }])).toMatchObject({ conflicts: [], rejected: [] });
      expect(await push(db, tester, "feedback", [{ doc: first }])).toMatchObject({ conflicts: [], rejected: [] });
      const stored = await pulledRow(db, tester, "feedback", first.id);
      expect(stored).toMatchObject({ sync_client: "phone", sync_seq: 1, developer_id: dev });
      // The response to the insert was lost, and the user kept typing: the edit still assumes a new
      // row.
      const second = { ...first, details: "And again", sync_seq: 2 };
      expect(await push(db, tester, "feedback", [{ doc: second }])).toMatchObject({ conflicts: [], rejected: [] });
      expect(await pulledRow(db, tester, "feedback", first.id)).toMatchObject({ details: "And again", sync_seq: 2 });
      // The older one arrives late and changes nothing.
      expect(await push(db, tester, "feedback", [{ doc: first }])).toMatchObject({ conflicts: [], rejected: [] });
      const now = await pulledRow(db, tester, "feedback", first.id);
      expect(now).toMatchObject({ details: "And again", sync_seq: 2 });
      const third = { ...now, summary: "A third summary", sync_seq: 3 };
      await push(db, tester, "feedback", [{ doc: third, assumed: now ?? null }]);
      const xid = (await pulledRow(db, tester, "feedback", first.id))?.sync_xid;
      await push(db, tester, "feedback", [{ doc: third, assumed: now ?? null }]);
      expect((await pulledRow(db, tester, "feedback", first.id))?.sync_xid).toBe(xid);
    });

    test("O2 another user's write in between is a conflict, and changes nothing", async () => {
      const doc = draft();
      await push(db, tester, "feedback", [{ doc }]);
      const base = await pulledRow(db, tester, "feedback", doc.id);
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
      // A change by the server clears the writer: the phone must not treat it as its own.
      await db.owner("update public.feedback set reproductions = 2 where id = $1", [doc.id as string]);
      expect(await pulledRow(db, tester, "feedback", doc.id)).toMatchObject({ sync_client: "" });
    });

    test("O2 each write increases a row's number, including the server's and manually numbered ones", async () => {
      const doc = draft();
      await push(db, tester, "feedback", [{ doc }]);
      await db.owner("update public.feedback set reproductions = 2 where id = $1", [doc.id as string]);
      const after = await pulledRow(db, tester, "feedback", doc.id);
      expect(after).toMatchObject({ sync_seq: 2 });
      const back = { ...after, details: "Numbered by hand", sync_client: "phone", sync_seq: 1 };
      expect(await push(db, tester, "feedback", [{ doc: back, assumed: after ?? null }])).toMatchObject({
        rejected: [],
      });
      expect(await pulledRow(db, tester, "feedback", doc.id)).toMatchObject({
        details: "Numbered by hand",
        sync_seq: 3,
      });
      // Near the maximum, with space for the next one.
      const far: Row = { ...draft(), sync_seq: 2_000_000_000 };
      await push(db, tester, "feedback", [{ doc: far }]);
      const there = await pulledRow(db, tester, "feedback", far.id);
      const next = { ...there, details: "Goes on", sync_client: "tablet", sync_seq: 2_000_000_001 };
      expect(await push(db, tester, "feedback", [{ doc: next, assumed: there ?? null }])).toMatchObject({
        rejected: [],
      });
    });

    test("a draft created and deleted before sending needs nothing; a deleted draft is a tombstone for all devices", async () => {
      const gone = draft({ _deleted: true });
      expect(await push(db, tester, "feedback", [{ doc: gone }])).toMatchObject({ conflicts: [], rejected: [] });
      expect(await pulledRow(db, tester, "feedback", gone.id)).toBeUndefined();
      const doc = draft();
      await push(db, tester, "feedback", [{ doc }]);
      const base = await pulledRow(db, tester, "feedback", doc.id);
      await push(db, tester, "feedback", [{ doc: { ...base, _deleted: true, sync_seq: 2 }, assumed: base ?? null }]);
      expect(await pulledRow(db, tester, "feedback", doc.id)).toMatchObject({ _deleted: true });
      const own = await pulledRow(db, tester, "profiles", tester);
      const answer = await push(db, tester, "profiles", [
        { doc: { ...own, _deleted: true, sync_seq: 2 }, assumed: own ?? null },
      ]);
      expect(answer.rejected).toEqual([expect.objectContaining({ code: "not_allowed" })]);
    });

    test("two devices create the same application: the second gets a conflict with the first", async () => {
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
      // Accepted on arrival, so it differs from the sent row and even a replay returns it.
      const again = await push(db, third, "applications", [{ doc: doc("phone") }]);
      expect(again.conflicts).toEqual([expect.objectContaining({ id, status: "accepted", sync_client: "" })]);
      const tablet = await push(db, third, "applications", [{ doc: doc("tablet") }]);
      expect(tablet.conflicts).toEqual([expect.objectContaining({ id, message: "phone" })]);
    });

    test("a whole campaign created and published offline arrives as one insert", async () => {
      const doc = { ...campaignInput(dev, { status: "active" }), sync_client: "laptop", sync_seq: 4 };
      expect(await push(db, dev, "campaigns", [{ doc }])).toMatchObject({ conflicts: [], rejected: [] });
      expect(await pulledRow(db, dev, "campaigns", (doc as Row).id)).toMatchObject({ status: "active" });
    });

    test("T5 T6 T7 O2 a row that passed several states offline takes each step, with its effects", async () => {
      // Published, completed and archived since the server last saw it as a draft, with a corrected
      // title.
      const doc: Row = { ...campaignInput(dev, { status: "draft" }), sync_client: "laptop", sync_seq: 1 };
      await push(db, dev, "campaigns", [{ doc }]);
      const base = (await pulledRow(db, dev, "campaigns", doc.id)) ?? null;
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
      // The server has seen none of its states.
      const whole: Row = { ...campaignInput(dev, { status: "archived" }), sync_client: "laptop", sync_seq: 9 };
      const answer = await push(db, dev, "campaigns", [{ doc: whole }]);
      expect(answer.applied).toEqual([
        expect.objectContaining({ status: "archived", sync_client: "laptop", sync_seq: 9 }),
      ]);

      // Accepted and removed offline by a developer: the tester is notified of both, and the spot
      // is free.
      const crowd = await campaign(db, dev, { auto_select: false });
      const applicant = await person(db, "tester");
      const applied = await apply(db, crowd, applicant);
      const pending = (await pulledRow(db, dev, "applications", applied)) ?? null;
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
      expect(await countsOf(db, crowd)).toMatchObject({ testers_joined: 0 });
      // Applied and withdrawn offline by the tester.
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

    test("a row sent back with times in milliseconds does not count as edited", async () => {
      const r = await report(db, open, tester);
      const base = await pulledRow(db, dev, "feedback", r);
      const answer = await push(db, dev, "feedback", [
        {
          doc: { ...base, status: "approved", usefulness: 4, sync_client: "laptop", sync_seq: 1 },
          assumed: base ?? null,
        },
      ]);
      expect(answer).toMatchObject({ conflicts: [], rejected: [] });
      expect(await pulledRow(db, tester, "feedback", r)).toMatchObject({
        status: "approved",
        usefulness: 4,
        sync_client: "laptop",
      });
    });
  });
});
