// Tombstones are purged after 90 days, and devices that may have missed one start over, like after
// a restore.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row, Who } from "../fixtures/sql/database.ts";
import { campaign, report } from "../fixtures/sql/rows.ts";
import { setUpCampaign, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pull, pullRows } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, open } = setUpCampaign(db);
  const quiet = setUpPerson(db, "tester");

  const ask = async (who: Who, checkpoint: Row | null, collection = "feedback") => {
    const part = (await pull(db, who, [{ collection, checkpoint, limit: 1000 }])).collections[collection];
    if (!part) throw new Error(collection);
    return part;
  };
  /** Moves time forward by days: existing rows become that old for the server. */
  const pass = (days: number) =>
    db.owner(
      "insert into private.sync_retention_days (day, xid) select private.today() - $1::int, pg_snapshot_xmin(pg_current_snapshot()) on conflict (day) do update set xid = excluded.xid",
      [days],
    );
  const due = async () => {
    await db.owner("delete from private.sync_retention_days where day = private.today()");
    await db.owner("update private.scheduled_jobs set done_on = null");
    const [row] = await db.owner<{ done: { purge_tombstones?: number } }>("call private.run_scheduled_jobs()");
    return row?.done.purge_tombstones ?? 0;
  };

  test("O2 a tombstone is purged after 90 days; a device that has seen it continues, one that may not have starts over", async () => {
    const r = await report(db, open, tester, { status: "draft" });
    const kept = await report(db, open, tester, { status: "draft" });
    const away = await ask(tester, null);
    await db.update(tester, "feedback", r, { _deleted: true });
    const told = await ask(tester, away.checkpoint);
    expect(told.rows).toMatchObject([{ id: r, _deleted: true }]);
    expect(await due()).toBe(0);
    await pass(89);
    expect(await due()).toBe(0);
    await pass(91);
    // A user without such rows who pulls regularly.
    const empty = await ask(quiet, null);
    expect(await due()).toBe(1);
    expect(await db.owner("select 1 from public.feedback where id = $1", [r])).toEqual([]);
    const back = await ask(tester, away.checkpoint);
    expect(back.restarted).toBe(true);
    expect(back.rows.map((x) => x.id)).toEqual([kept]);
    expect((await ask(tester, back.checkpoint)).restarted).toBe(false);
    expect((await ask(tester, told.checkpoint)).restarted).toBe(false);
    expect((await ask(quiet, empty.checkpoint)).restarted).toBe(false);
    // A new device without rows must not start over with each pull.
    const fresh = await ask(quiet, null);
    expect((await ask(quiet, fresh.checkpoint)).restarted).toBe(false);
    expect(await due()).toBe(0);
  });

  test("O2 a new device pulls rows older than the purge page by page, and ends", async () => {
    for (let n = 0; n < 7; n++) await report(db, open, tester, { status: "draft" });
    await db.owner(
      "update private.sync_collections set purged_xid = pg_snapshot_xmin(pg_current_snapshot()) where name = 'feedback'",
    );
    const ids = new Set<unknown>();
    let checkpoint: Row | null = null;
    for (let pages = 1; ; pages++) {
      const part: { rows: Row[]; checkpoint: Row; more: boolean; restarted: boolean } | undefined = (
        await pull(db, tester, [{ collection: "feedback", checkpoint, limit: 3 }])
      ).collections.feedback;
      if (!part) throw new Error("feedback");
      expect([pages, part.restarted]).toEqual([pages, false]);
      for (const { id } of part.rows) ids.add(id);
      checkpoint = part.checkpoint;
      if (!part.more) break;
    }
    expect(ids.size).toBe(await db.count(tester, "feedback"));
    expect((await ask(tester, checkpoint)).restarted).toBe(false);
  });

  test("O2 a device that pulls regularly keeps a recent checkpoint, although its collection does not change", async () => {
    await report(db, open, tester, { status: "draft" });
    const old = (await ask(tester, null)).checkpoint;
    await pass(8);
    await db.update(tester, "profiles", tester, { bio: "Something else happens" });
    const moved = (await ask(tester, old)).checkpoint;
    expect(BigInt(String(moved.xid)) > BigInt(String(old.xid))).toBe(true);
    // Once, not with each pull; and nothing is missed.
    expect((await ask(tester, moved)).checkpoint).toEqual(moved);
    const next = await report(db, open, tester, { status: "draft" });
    expect((await ask(tester, moved)).rows.map((x) => x.id)).toEqual([next]);
  });

  test("O2 purges children before their parents, and no row that another one references", async () => {
    const id = await campaign(db, dev, { status: "draft" });
    await db.update(dev, "campaigns", id, { _deleted: true });
    const app = randomUUID();
    await db.insert(dev, "apps", { id: app, developer_id: dev, title: "Named", description: "By a campaign" });
    await campaign(db, dev, { app_id: app });
    await db.update(dev, "apps", app, { _deleted: true });
    await pass(91);
    expect(await due()).toBe(2);
    expect(await db.row("apps", app)).toMatchObject({ _deleted: true });
  });

  test("O2 after a dump and restore into a younger cluster, new_epoch() shows rows of future transactions", async () => {
    const [first] = await pullRows(db, tester, "feedback");
    await db.db.script(`alter table public.feedback disable trigger user;
      update public.feedback set sync_xid = '999999999999' where id = '${String(first?.id)}';
      alter table public.feedback enable trigger user;`);
    const before = await pull(db, tester, [{ collection: "feedback", checkpoint: null, limit: 1000 }]);
    expect(before.collections.feedback?.rows.map((r) => r.id)).not.toContain(first?.id);
    await db.owner("select private.new_epoch()");
    const after = await pull(db, tester, [{ collection: "feedback", checkpoint: null, limit: 1000 }]);
    expect(after.epoch).not.toBe(before.epoch);
    const restored = after.collections.feedback?.rows.find((r) => r.id === first?.id);
    expect(restored).toMatchObject({ details: first?.details, updated_at: first?.updated_at });
  });
});
