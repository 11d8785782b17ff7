// Visibility only grows: each grant of a row updates its `sync_xid`, so that the next pull brings
// it.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row, Who } from "../fixtures/sql/database.ts";
import { apply, campaign, campaignInput, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";
import { pull } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev, tester, other, admin } = setUpPeople(db);

  // For each policy that can show a row after its write: before the grant the reader's checkpoint
  // is past the row; afterwards the next pull brings it.
  describe("a grant reaches the next pull, and visibility only grows", () => {
    const caughtUp = async (reader: Who, collection: string): Promise<Row> =>
      (await pull(db, reader, [{ collection, checkpoint: null, limit: 1000 }])).collections[collection]?.checkpoint ??
      {};
    const next = async (reader: Who, collection: string, checkpoint: Row) =>
      ((await pull(db, reader, [{ collection, checkpoint, limit: 1000 }])).collections[collection]?.rows ?? []).map(
        (r) => r.id,
      );

    const releaseOf = (dev: string, app: string, status: string) =>
      newRelease(db, dev, app, { status, file_path: `${dev}/${randomUUID()}.apk` });

    test("P1 S28 publishing an app opens its older releases to all, and adds them to no pull", async () => {
      const app = randomUUID();
      await db.insert(dev, "apps", { id: app, developer_id: dev, title: "Later", description: "Later" });
      const release = await releaseOf(dev, app, "published");
      const readers = [null, tester, otherDev];
      for (const reader of readers) expect(await db.count(reader, "releases", `id = '${release}'`)).toBe(0);
      await db.update(dev, "apps", app, { status: "published" });
      for (const reader of readers) expect(await db.count(reader, "releases", `id = '${release}'`)).toBe(1);
      for (const reader of [tester, otherDev]) expect(await next(reader, "releases", {})).not.toContain(release);
      expect(await next(otherDev, "apps", {})).not.toContain(app);
      expect(await next(dev, "apps", {})).toContain(app);
      await db.update(admin, "apps", app, { status: "hidden" });
      expect(await db.count(null, "apps", `id = '${app}' and status = 'hidden'`)).toBe(1);
      expect(await db.count(null, "releases", `id = '${release}'`)).toBe(1);
    });

    test("O2 accepting a tester brings the brief and the build; undoing it later does not hide them", async () => {
      const tester = await person(db, "tester");
      const app = randomUUID();
      await db.insert(dev, "apps", { id: app, developer_id: dev, title: "Beta", description: "Beta" });
      const build = await releaseOf(dev, app, "draft");
      const test = await campaign(db, dev, { auto_select: false });
      await db.update(dev, "briefs", test, { release_id: build });
      const application = await apply(db, test, tester);
      const [briefs, releases] = [await caughtUp(tester, "briefs"), await caughtUp(tester, "releases")];
      expect(await db.count(tester, "briefs", `id = '${test}'`)).toBe(0);
      await db.update(dev, "applications", application, { status: "accepted" });
      expect(await next(tester, "briefs", briefs)).toEqual([test]);
      expect(await next(tester, "releases", releases)).toEqual([build]);
      // Another build: the new one comes, the old one stays.
      const newer = await releaseOf(dev, app, "draft");
      const before = await caughtUp(tester, "releases");
      await db.update(dev, "briefs", test, { release_id: newer });
      expect(await next(tester, "releases", before)).toEqual([newer]);
      for (const release of [build, newer]) expect(await db.count(tester, "releases", `id = '${release}'`)).toBe(1);
      await db.update(dev, "applications", application, { status: "removed", reason: "Enough" });
      expect(await db.count(tester, "briefs", `id = '${test}'`)).toBe(1);
      expect(await db.count(tester, "releases", `id = '${newer}'`)).toBe(1);
    });

    test("O2 publishing a campaign, applying, sending a report and ending a campaign reach all readers, and stay", async () => {
      const tester = other;
      const draft = campaignInput(dev, { status: "draft" });
      await db.insert(dev, "campaigns", draft);
      const campaigns = await caughtUp(tester, "campaigns");
      await db.update(dev, "campaigns", String(draft.id), { status: "active" });
      expect(await db.count(tester, "campaigns", `id = '${String(draft.id)}'`)).toBe(1);
      expect(await next(tester, "campaigns", campaigns)).toEqual([]);
      await apply(db, String(draft.id), tester);
      expect(await next(tester, "campaigns", campaigns)).toEqual([draft.id]);
      const r = await report(db, String(draft.id), tester, { status: "draft" });
      const received = await caughtUp(dev, "feedback");
      expect(await db.count(dev, "feedback", `id = '${r}'`)).toBe(0);
      await db.update(tester, "feedback", r, { status: "submitted" });
      expect(await next(dev, "feedback", received)).toEqual([r]);
      await db.update(dev, "feedback", r, { status: "changes_requested", reason: "Which?" });
      expect(await db.count(dev, "feedback", `id = '${r}'`)).toBe(1);
      for (const status of ["completed", "archived"]) {
        await db.update(dev, "campaigns", String(draft.id), { status });
        expect(await db.count(tester, "campaigns", `id = '${String(draft.id)}'`)).toBe(1);
      }
    });
  });
});
