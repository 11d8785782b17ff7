import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, day, instant, report, reportInput } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";
import { pulledRow, push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other, admin } = setUpPeople(db);

  describe("feedback", () => {
    test("T7 S11 in a sent report only files that never arrived can be replaced or removed, until it is decided", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const file = (n: number) => ({
        ...{ id: `00000000-0000-4000-8000-00000000000${n}`, name: `${n}.png`, type: "image/png", size: 10 },
        ...{ sha256: String(n).repeat(64), width: null, height: null },
      });
      const json = (...files: object[]) => ({ attachments: JSON.stringify(files) });
      const r = await report(db, id, tester, json(file(1), file(2), file(3)));
      await db.owner("update public.feedback set uploaded = jsonb_build_array($2::text) where id = $1", [
        r,
        file(1).id,
      ]);
      const frozen = rejection("text_frozen");
      const give = (...files: object[]) => db.update(tester, "feedback", r, json(...files));
      await expect(give(file(2), file(3))).rejects.toEqual(frozen);
      await expect(give({ ...file(1), name: "x.png" }, file(2), file(3))).rejects.toEqual(frozen);
      await expect(give(file(1), file(2), file(3), file(4))).rejects.toEqual(frozen);
      await expect(give(file(1), { ...file(1), sha256: "f".repeat(64) }, file(3))).rejects.toEqual(frozen);
      await expect(db.update(tester, "feedback", r, { ...json(file(1), file(2)), details: "More" })).rejects.toEqual(
        frozen,
      );
      expect(await give(file(1), file(4), file(3))).toBe(1);
      expect(await give(file(1), file(4))).toBe(1);
      await db.update(dev, "feedback", r, { status: "approved", usefulness: 4 });
      await expect(give(file(1))).rejects.toEqual(frozen);
    });

    test("T7 a draft is editable, a report is frozen until changes are requested", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const r = await report(db, id, tester, { status: "draft", rating: 0, summary: "", details: "" });
      expect(await db.row("feedback", r)).toMatchObject({
        developer_id: dev,
        tester_name: "Tess Tries",
        received_at: null,
      });
      await expect(db.update(tester, "feedback", r, { status: "submitted" })).rejects.toEqual(
        rejection("missing_rating"),
      );
      await expect(db.update(tester, "feedback", r, { status: "submitted", rating: 3, summary: "Hm" })).rejects.toEqual(
        rejection("invalid"),
      );
      await expect(
        db.update(tester, "feedback", r, { status: "submitted", rating: 3, summary: "A summary" }),
      ).rejects.toEqual(rejection("invalid"));
      await expect(db.update(tester, "feedback", r, { status: "approved", rating: 3 })).rejects.toEqual(
        rejection("wrong_state"),
      );
      await db.update(tester, "feedback", r, {
        status: "submitted",
        rating: 3,
        summary: "A summary",
        steps: "1. Open it",
      });
      const sent = await db.row<{ received_at: string; due_at: string }>("feedback", r);
      expect(Date.parse(sent.due_at) - Date.parse(sent.received_at)).toBe(7 * 86_400_000);
      await expect(db.update(tester, "feedback", r, { details: "More" })).rejects.toEqual(rejection("text_frozen"));
      await expect(db.update(tester, "feedback", r, { _deleted: true })).rejects.toEqual(rejection("wrong_state"));
      await expect(db.update(dev, "feedback", r, { details: "Changed" })).rejects.toEqual(rejection("not_allowed"));
      await expect(db.update(dev, "feedback", r, { status: "changes_requested" })).rejects.toEqual(
        rejection("reason_required"),
      );
      await db.update(dev, "feedback", r, { status: "changes_requested", reason: "Which screen?" });
      await db.update(tester, "feedback", r, { details: "The first screen" });
      await db.update(tester, "feedback", r, { status: "submitted" });
      expect((await db.row("feedback", r)).received_at).toEqual(sent.received_at);
      await expect(db.update(dev, "feedback", r, { status: "approved" })).rejects.toEqual(
        rejection("usefulness_required"),
      );
      await db.update(dev, "feedback", r, { status: "approved", usefulness: 4 });
      await expect(
        db.update(dev, "feedback", r, { status: "rejected", reason_code: "other", reason: "No" }),
      ).rejects.toEqual(rejection("wrong_state"));
      await expect(db.update(dev, "feedback", r, { usefulness: 5 })).rejects.toEqual(rejection("wrong_state"));
      await expect(db.update(dev, "feedback", r, { history: [] })).rejects.toThrow();
      const answered = await db.row<{ reason: string; history: Record<string, unknown>[] }>("feedback", r);
      expect(answered.reason).toBe("");
      expect(answered.history.map(({ at: _, ...entry }) => entry)).toEqual([
        { status: "submitted", by: "tester", text: "", usefulness: 0, reason_code: "" },
        { status: "changes_requested", by: "developer", text: "Which screen?", usefulness: 0, reason_code: "" },
        { status: "submitted", by: "tester", text: "", usefulness: 0, reason_code: "" },
        { status: "approved", by: "developer", text: "", usefulness: 4, reason_code: "" },
      ]);
    });

    test("T7 a draft can be deleted, and is visible to its author only", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const r = await report(db, id, tester, { status: "draft" });
      for (const who of [dev, other, admin]) expect(await db.count(who, "feedback", `id = '${r}'`)).toBe(0);
      await db.update(tester, "feedback", r, { _deleted: true });
      expect(await db.count(tester, "feedback", `id = '${r}' and _deleted`)).toBe(1);
    });

    test("S10 only accepted testers submit reports, for their own application", async () => {
      const id = await campaign(db, dev, { auto_select: false });
      await expect(report(db, id, tester)).rejects.toEqual(rejection("missing_parent"));
      const a = await apply(db, id, tester);
      await expect(report(db, id, tester)).rejects.toEqual(rejection("not_accepted"));
      const draft = await report(db, id, tester, { status: "draft" });
      await expect(db.update(tester, "feedback", draft, { status: "submitted" })).rejects.toEqual(
        rejection("not_accepted"),
      );
      await expect(db.insert(other, "feedback", reportInput(id, a, other))).rejects.toEqual(rejection("not_accepted"));
      await expect(db.insert(other, "feedback", reportInput(id, a, tester))).rejects.toEqual(rejection("forbidden"));
      await expect(report(db, id, tester, { status: "approved" })).rejects.toEqual(rejection("wrong_state"));
    });

    test("deadlines use the device's clock within the campaign's days plus a week", async () => {
      const id = await campaign(db, dev, { start_date: day(-10), end_date: day(0) });
      await apply(db, id, tester);
      await expect(report(db, id, tester, { captured_at: instant(-12) })).rejects.toEqual(rejection("too_early"));
      const early = await report(db, id, tester, { captured_at: instant(-11) });
      expect(early).toBeTruthy();
      // A clock ahead counts as now.
      const ahead = await report(db, id, tester, { captured_at: instant(300) });
      expect(Date.parse((await db.row<{ captured_at: string }>("feedback", ahead)).captured_at)).toBeLessThan(
        Date.now() + 1000,
      );
      // Five days after the end: accepted if written in time, rejected if written too late.
      const shift = (days: number) =>
        db.withoutMoves("update public.campaigns set end_date = current_date - $2::int where id = $1", [id, days]);
      await shift(5);
      await report(db, id, tester, { captured_at: instant(-5) });
      await expect(report(db, id, tester, { captured_at: instant(-3) })).rejects.toEqual(rejection("too_late"));
      await shift(8);
      await expect(report(db, id, tester, { captured_at: instant(-9) })).rejects.toEqual(rejection("too_late"));
    });

    test("S18 a rejection needs a reason; a duplicate names the other report and counts as its reproduction", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await apply(db, id, other);
      const original = await report(db, id, tester);
      const copy = await report(db, id, other);
      const elsewhere = await campaign(db, dev);
      await apply(db, elsewhere, tester);
      const foreign = await report(db, elsewhere, tester);
      await expect(db.update(dev, "feedback", copy, { status: "rejected" })).rejects.toEqual(
        rejection("reason_required"),
      );
      await expect(db.update(dev, "feedback", copy, { status: "rejected", reason_code: "other" })).rejects.toEqual(
        rejection("reason_required"),
      );
      for (const of of [null, copy, foreign]) {
        await expect(
          db.update(dev, "feedback", copy, { status: "rejected", reason_code: "duplicate", duplicate_of: of }),
        ).rejects.toEqual(rejection("reason_required"));
      }
      await expect(db.update(dev, "feedback", original, { known: true })).rejects.toEqual(rejection("wrong_state"));
      await db.update(dev, "feedback", original, { status: "approved", usefulness: 5, known: true });
      await db.update(dev, "feedback", copy, { status: "rejected", reason_code: "duplicate", duplicate_of: original });
      expect(await db.row("feedback", original)).toMatchObject({ reproductions: 1 });
      expect(await db.row("briefs", id)).toMatchObject({
        known_issues: [
          { id: original, title: "The total is wrong", summary: "It shows 12 instead of 21.", reproductions: 1 },
        ],
      });
      await db.update(dev, "feedback", original, { known: false });
      expect(await db.row("briefs", id)).toMatchObject({ known_issues: [] });
    });

    test("S10 T7 the tester of a duplicate sees when the other report was sent; no device can write this", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await apply(db, id, other);
      const original = await report(db, id, tester);
      const [duplicate, unclear] = [await report(db, id, other), await report(db, id, other)];
      const sent = "2026-03-01T09:30:00.000Z";
      await db.withoutMoves("update public.feedback set received_at = $2 where id = $1", [original, sent]);
      const answer = { status: "rejected", reason_code: "duplicate", duplicate_of: original };
      const base = await pulledRow(db, dev, "feedback", duplicate);
      const doc = { ...base, ...answer, duplicate_sent_at: "2020-01-01T00:00:00.000Z" };
      const pushed = { ...doc, sync_client: "desk", sync_seq: Number(base?.sync_seq) + 1 };
      expect(await push(db, dev, "feedback", [{ doc: pushed, assumed: base ?? null }])).toMatchObject({
        rejected: [{ code: "not_allowed" }],
      });
      await db.update(dev, "feedback", duplicate, answer);
      await db.update(dev, "feedback", unclear, { ...answer, reason_code: "out_of_scope" });
      expect(await pulledRow(db, other, "feedback", duplicate)).toMatchObject({ duplicate_sent_at: sent });
      expect(await pulledRow(db, other, "feedback", unclear)).toMatchObject({ duplicate_sent_at: null });
      // They see nothing else of it.
      expect(await pulledRow(db, other, "feedback", original)).toBeUndefined();
    });

    test("S10 “I see this too” counts each other tester once, can be undone, and only works on known issues", async () => {
      const id = await campaign(db, dev);
      const mine = await apply(db, id, tester);
      const theirs = await apply(db, id, other);
      const issue = await report(db, id, tester);
      const unknown = await report(db, id, tester);
      const copy = await report(db, id, other);
      await db.update(dev, "feedback", issue, { status: "approved", usefulness: 4, known: true });
      // Another user's application, the report's own author, an unknown issue: none of them counts.
      await expect(
        db.update(dev, "applications", theirs, { confirmed_issues: JSON.stringify([issue]) }),
      ).rejects.toEqual(rejection("not_allowed"));
      await db.update(tester, "applications", mine, { confirmed_issues: JSON.stringify([issue]) });
      expect(await db.row("applications", mine)).toMatchObject({ confirmed_issues: [] });
      await db.update(other, "applications", theirs, { confirmed_issues: JSON.stringify([unknown, issue, issue]) });
      expect(await db.row("applications", theirs)).toMatchObject({ confirmed_issues: [issue] });
      expect(await db.row("feedback", issue)).toMatchObject({ reproductions: 1 });
      // The same tester's duplicate does not count again.
      await db.update(dev, "feedback", copy, { status: "rejected", reason_code: "duplicate", duplicate_of: issue });
      expect(await db.row("briefs", id)).toMatchObject({ known_issues: [{ id: issue, reproductions: 1 }] });
      await db.update(other, "applications", theirs, { confirmed_issues: "[]" });
      expect(await db.row("feedback", issue)).toMatchObject({ reproductions: 1 });
    });
  });
});
