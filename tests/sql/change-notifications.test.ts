import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { report } from "../fixtures/sql/rows.ts";
import { setUpCampaign, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other, open, draft } = setUpCampaign(db);
  const admin = setUpPerson(db, "admin");

  describe("change notifications", () => {
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

    test("O2 one change notification per transaction, topic and collection, only to affected users", async () => {
      const rows = [];
      for (let i = 0; i < 5; i++) rows.push({ doc: draft({ status: "submitted" }) });
      const since = await clock();
      await push(db, tester, "feedback", rows);
      expect(await heard(since)).toEqual(
        [`org:${dev} feedback`, `user:${dev} notifications`, `user:${tester} feedback`].sort(),
      );
    });

    test("S26 T8 admins are notified of flags and payouts only", async () => {
      const since = await clock();
      await db.insert(tester, "flags", {
        ...{ id: randomUUID(), reporter_id: tester, content_type: "campaign", content_id: open, reason: "Spam" },
      });
      await db.update(dev, "campaigns", open, { title: "Another title" });
      await db.update(dev, "profiles", dev, { bio: "About me" });
      expect((await heard(since)).filter((topic) => topic.startsWith("admin"))).toEqual(["admin flags"]);
      const [topics] = await db.owner<{ tables: string }>(
        `select string_agg(distinct tgrelid::regclass::text, ',' order by tgrelid::regclass::text) as tables from pg_trigger
         where tgname like 'notify%' and encode(tgargs, 'escape') like '%''admin''%'`,
      );
      expect(topics?.tables).toBe("flags,payouts");
    });

    test("O2 only the author is notified of a draft and an internal note", async () => {
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
      expect(await heard(since)).toEqual([`org:${dev} comments`, `user:${tester} feedback`].sort());
    });

    test("P2 signed-in users can listen to their own topic and the site's, admins to theirs; no user can send", async () => {
      await report(db, open, tester);
      await db.insert(tester, "flags", {
        ...{ id: randomUUID(), reporter_id: tester, content_type: "campaign", content_id: open, reason: "Spam" },
      });
      const hears = (who: string | null, topic: string) =>
        db.as(who, async (s) => {
          await s.query("select set_config('realtime.topic', $1, true)", [topic]);
          return (await s.query("select 1 from realtime.messages where topic = $1 limit 1", [topic])).length === 1;
        });
      expect(await hears(tester, `user:${tester}`)).toBe(true);
      expect(await hears(other, `user:${tester}`)).toBe(false);
      expect(await hears(null, `user:${tester}`)).toBe(false);
      expect(await hears(tester, "site")).toBe(true);
      expect(await hears(null, "site")).toBe(false);
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
});
