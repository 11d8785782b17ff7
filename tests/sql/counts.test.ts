// Counts of campaigns and downloads: they follow their rows, update no row that devices hold, and
// are repaired.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import type { TestDatabase } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, countsOf, newApp, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

const stampOf = async (db: TestDatabase, table: string, id: string) =>
  (await db.row<{ sync_xid: string }>(table, id)).sync_xid;

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");

  const publishedRelease = async () => {
    const app = await newApp(db, dev);
    const release = await newRelease(db, dev, app, {
      ...{ status: "published", file_name: "a.bin", sha256: "a".repeat(64), size_bytes: 7, file_path: `${dev}/a.apk` },
    });
    await db.update(dev, "apps", app, { status: "published" });
    return { app, release };
  };

  test(
    "O2 S14 a hundred acceptances and a hundred reports are counted without updating the campaign's row",
    long,
    async () => {
      const id = await campaign(db, dev, { max_testers: 150 });
      const stamp = await stampOf(db, "campaigns", id);
      for (let n = 0; n < 100; n++) {
        const tester = await person(db, "tester");
        await apply(db, id, tester);
        await report(db, id, tester);
      }
      expect(await countsOf(db, id)).toEqual({ testers_joined: 100, feedback_count: 100, new_feedback_count: 100 });
      expect(await stampOf(db, "campaigns", id)).toBe(stamp);
      // Search uses the new value at once.
      expect(await db.owner("select spots from private.offers where id = $1", [id])).toEqual([{ spots: 50 }]);
    },
  );

  test("S9 S14 the tester count in a campaign's row is at most ten minutes old, for spots alone", async () => {
    const id = await campaign(db, dev, { max_testers: 3 });
    const tester = await person(db, "tester");
    await apply(db, id, tester);
    const tenMinutes = async () => {
      await db.owner("update private.shelves set refreshed_at = now() - interval '11 minutes'");
      await db.owner("call private.run_scheduled_jobs()");
    };
    await db.owner("call private.run_scheduled_jobs()");
    await tenMinutes();
    expect(await db.row("campaigns", id)).toMatchObject({ testers_joined: 1, feedback_count: 0 });
    // The listed card comes from the same write.
    const [offer] = await db.owner<{ xid: string }>("select card ->> 'xid' as xid from private.offers where id = $1", [
      id,
    ]);
    expect(offer?.xid).toBe(String(await stampOf(db, "campaigns", id)));
    const stamp = await stampOf(db, "campaigns", id);
    await report(db, id, tester);
    await tenMinutes();
    expect(await stampOf(db, "campaigns", id)).toBe(stamp);
    // A tester leaves, which frees the spot.
    await db.query(tester, "update public.applications set status = 'withdrawn' where campaign_id = $1", [id]);
    await tenMinutes();
    expect(await db.row("campaigns", id)).toMatchObject({ testers_joined: 0 });
  });

  test("O2 S8 a download is counted without updating the rows of its release and app", async () => {
    const { app, release } = await publishedRelease();
    const stamps = async () => [await stampOf(db, "apps", app), await stampOf(db, "releases", release)];
    const before = await stamps();
    for (let n = 0; n < 3; n++)
      await db.query(await person(db, "tester"), "select public.record_download($1)", [release]);
    expect(await db.query(null, "select public.record_download($1, $2) as n", [release, randomUUID()])).toEqual([
      { n: 4 },
    ]);
    expect(await stamps()).toEqual(before);
    expect(await db.owner("select downloads from private.store_apps where id = $1", [app])).toEqual([{ downloads: 4 }]);
    // The app stores the sum of its releases with its next write.
    await db.update(dev, "apps", app, { description: "Another text" });
    expect(await db.row("apps", app)).toMatchObject({ downloads: 4 });
  });

  test("S9 one statement that accepts more testers than spots is rejected as a whole", async () => {
    const id = await campaign(db, dev, { max_testers: 2, auto_select: false });
    for (let n = 0; n < 3; n++) await apply(db, id, await person(db, "tester"));
    const all = "update public.applications set status = 'accepted' where campaign_id = $1";
    await expect(db.query(dev, all, [id])).rejects.toEqual(rejection("campaign_full"));
    expect(await countsOf(db, id)).toMatchObject({ testers_joined: 0 });
    await db.query(dev, `${all} and id in (select id from public.applications where campaign_id = $1 limit 2)`, [id]);
    expect(await countsOf(db, id)).toMatchObject({ testers_joined: 2 });
  });

  test("S14 the first run of a day repairs wrong counts and refreshes the rows' numbers", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    await apply(db, id, tester);
    await report(db, id, tester);
    const { app, release } = await publishedRelease();
    await db.query(tester, "select public.record_download($1)", [release]);
    await db.owner("update private.campaign_counts set testers_joined = 7, feedback_count = 0 where campaign_id = $1", [
      id,
    ]);
    await db.owner("update private.download_counts set downloads = 9 where release_id = $1", [release]);
    await db.owner("update private.scheduled_jobs set done_on = null");
    await db.owner("call private.run_scheduled_jobs()");
    const right = { testers_joined: 1, feedback_count: 1, new_feedback_count: 1 };
    expect(await countsOf(db, id)).toEqual(right);
    expect(await db.row("campaigns", id)).toMatchObject({ ...right, progress: 33 });
    expect(await db.row("releases", release)).toMatchObject({ downloads: 1 });
    expect(await db.row("apps", app)).toMatchObject({ downloads: 1 });
    // Once a day, so no further write.
    const stamp = await stampOf(db, "campaigns", id);
    await apply(db, id, await person(db, "tester"));
    await db.owner("call private.run_scheduled_jobs()");
    expect(await stampOf(db, "campaigns", id)).toBe(stamp);
  });
});
