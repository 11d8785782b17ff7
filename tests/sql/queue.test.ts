// The admins' queue: a device gets open items at its start, and then every change. Verified: with
// `born` always 0 (private.sync_pull) the first test fails because of old decisions; without the
// first filter of private.add_sync_queue, because of missing new ones.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { campaign, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pull } from "../fixtures/sql/sync-calls.ts";

interface Page {
  rows: Row[];
  next: Row | null;
  total: number | null;
}

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  const admin = setUpPerson(db, "admin");

  const flag = async (reason: string) => {
    const id = randomUUID();
    const reporter = await person(db, "tester");
    const content_id = await campaign(db, dev);
    await db.insert(reporter, "flags", { id, reporter_id: reporter, content_type: "campaign", content_id, reason });
    return id;
  };
  const dismiss = (id: string) => db.update(admin, "flags", id, { status: "dismissed" });
  const page = async (checkpoint: Row | null, limit = 1000) => {
    const part = (await pull(db, admin, [{ collection: "flags", checkpoint, limit }])).collections.flags;
    if (!part) throw new Error("no part");
    const { rows, checkpoint: next, more, restarted } = part;
    return { ids: rows.map((row) => row.id), next, more, restarted };
  };

  test("S26 O2 a new admin device gets open flags, and then each decision", async () => {
    const [old, open, other] = [await flag("Old"), await flag("Open"), await flag("Other")];
    await dismiss(old);
    const first = await page(null);
    expect(first.ids).toEqual([open, other]);
    await dismiss(open);
    const fresh = await flag("Fresh");
    const second = await page(first.next);
    expect(second.ids).toEqual([open, fresh]);
    expect((await page(second.next)).ids).toEqual([]);
    // Decided during the first pages: it arrives in its current state, once.
    const half = await page(null, 1);
    expect(half).toMatchObject({ ids: [other], more: true });
    await dismiss(fresh);
    expect((await page(half.next)).ids).toEqual([fresh]);
  });

  test("S26 O2 a device that was offline for 14 days starts over with open items", async () => {
    const [one, two] = [await flag("One"), await flag("Two")];
    const { next } = await page(null);
    await dismiss(one);
    // Returns the transaction number of some days ago.
    const away = (days: number) =>
      db.owner(
        `insert into private.sync_retention_days (day, xid)
        values (private.today() - $1::int, pg_snapshot_xmin(pg_current_snapshot()))`,
        [days],
      );
    await away(13);
    expect(await page(next)).toMatchObject({ restarted: false, ids: expect.arrayContaining([one]) });
    await away(14);
    const anew = await page(next);
    expect(anew.restarted).toBe(true);
    expect(anew.ids).toContain(two);
    expect(anew.ids).not.toContain(one);
    expect(await page(anew.next)).toMatchObject({ restarted: false, ids: [] });
    await db.owner("delete from private.sync_retention_days");
  });

  /** Creates flags for one campaign, each in a separate transaction. */
  const many = async (count: number) => {
    const { reporter, content } = { reporter: await person(db, "tester"), content: await campaign(db, dev) };
    await db.owner(
      `do $do$ begin
        perform set_config('betaflock.seeding', 'on', false);
        for n in 1..${count} loop
          insert into public.flags (id, reporter_id, content_type, content_id, content_title, reason)
            select gen_random_uuid(), '${reporter}', 'campaign', c.id, c.title, 'Flag ' || n from public.campaigns c where c.id = '${content}';
          commit;
        end loop;
        perform set_config('betaflock.seeding', '', false);
      end $do$`,
    );
  };

  test("S26 of a long queue a device gets the first thousand, and more as they are decided", long, async () => {
    await db.owner("delete from public.flags");
    await many(1300);
    const waiting = (await db.owner<{ id: string }>("select id from public.flags order by sync_xid, id")).map(
      ({ id }) => id,
    );
    const first = await page(null);
    expect(first.ids).toEqual(waiting.slice(0, 1000));
    // Changes beyond the first thousand arrive, and unchanged ones do not.
    const fresh = await flag("Fresh");
    await db.update(admin, "flags", waiting[1200] ?? "", { status: "under_review" });
    const second = await page(first.next);
    expect(second.ids).toEqual([fresh, waiting[1200]]);
    // Half are decided: the device receives each decision first, then the next open ones.
    const decided = waiting.slice(0, 501);
    await db.query(admin, "update public.flags set status = 'dismissed' where id = any ($1)", [decided]);
    const third = await page(second.next);
    expect(new Set(third.ids)).toEqual(new Set(decided));
    expect(third).toMatchObject({ more: true, restarted: false });
    const again = await page(third.next);
    expect(new Set(again.ids)).toEqual(new Set([...waiting.slice(501), fresh]));
    expect(again).toMatchObject({ more: false, restarted: false });
    expect((await page(again.next)).ids).toEqual([]);
    // A flag that was decided since then arrives.
    await dismiss(waiting[1250] ?? "");
    expect((await page(again.next)).ids).toEqual([waiting[1250]]);
  });

  test("S26 after 5,000 changes a device starts over with open items", long, async () => {
    await db.owner("delete from public.flags");
    const open = await flag("Open");
    const { next } = await page(null);
    const closed = await flag("Closed");
    await dismiss(closed);
    const reporter = await person(db, "tester");
    const copies = (count: number) =>
      db.withoutMoves(
        `insert into public.flags (id, reporter_id, content_type, content_id, content_title, reason, status)
          select gen_random_uuid(), $1, f.content_type, f.content_id, f.content_title, 'Decided', 'dismissed'
          from public.flags f, generate_series(1, ${count}) where f.id = $2`,
        [reporter, open],
      );
    await copies(4999);
    expect(await page(next)).toMatchObject({ restarted: false, more: true });
    await copies(1);
    expect(await page(next)).toMatchObject({ restarted: true, more: false, ids: [open] });
    await db.owner("delete from public.flags");
  });

  test("S26 admins whose device lacks the flag can show the hidden item again", async () => {
    const id = await flag("Hide it");
    await db.update(admin, "flags", id, { status: "resolved", hidden: true });
    const first = await page(null);
    expect(first.ids).not.toContain(id);
    const hide = (who: string, hidden: boolean, flagId = id) =>
      db.query(who, "select public.admin_hide_content($1, $2)", [flagId, hidden]);
    const hidden = () =>
      db.owner<{ hidden: boolean }>(
        "select c.hidden from public.campaigns c join public.flags f on f.content_id = c.id where f.id = $1",
        [id],
      );
    await expect(hide(dev, false)).rejects.toEqual(rejection("forbidden"));
    expect(await hidden()).toEqual([{ hidden: true }]);
    await hide(admin, false);
    expect(await hidden()).toEqual([{ hidden: false }]);
    // From now on their devices have it.
    expect((await page(first.next)).ids).toEqual([id]);
    await hide(admin, true);
    expect(await hidden()).toEqual([{ hidden: true }]);
    await expect(hide(admin, true, await flag("Open"))).rejects.toEqual(rejection("wrong_state"));
    await expect(hide(admin, true, randomUUID())).rejects.toEqual(rejection("missing_parent"));
  });

  test("S26 T8 the server lists decisions, for admins only", async () => {
    const id = await flag("Rude words");
    await dismiss(id);
    const ask = async (who: string, name: string, request: object) =>
      (await db.query<{ page: Page }>(who, `select public.${name}($1::jsonb) as page`, [JSON.stringify(request)]))[0]
        ?.page;
    const dismissed = await ask(admin, "admin_flags", { show: "dismissed", search: "rude" });
    expect(dismissed).toMatchObject({
      rows: [{ id, status: "dismissed", reason: "Rude words" }],
      next: null,
      total: 1,
    });
    expect((await ask(admin, "admin_flags", { show: "resolved", search: "rude" }))?.rows).toEqual([]);
    expect((await ask(admin, "admin_flags", { show: "all", limit: 1 }))?.next).toMatchObject({
      id: expect.any(String),
    });

    const tester = await person(db, "tester", { name: "Tess Paid" });
    const payout = randomUUID();
    await db.withoutMoves(
      `insert into public.payouts (id, tester_id, tester_name, paypal_email, currency, amount_cents, status)
       values ($1, $2, 'Tess Paid', 'tess@paypal.test', 'USD', 0, 'paid')`,
      [payout, tester],
    );
    expect(
      (await pull(db, admin, [{ collection: "payouts", checkpoint: null, limit: 10 }])).collections.payouts?.rows,
    ).toEqual([]);
    expect(await ask(admin, "admin_payouts", { show: "paid", search: "tess@" })).toMatchObject({
      rows: [{ id: payout }],
    });
    expect((await ask(admin, "admin_payouts", { show: "failed" }))?.rows).toEqual([]);
    for (const name of ["admin_flags", "admin_payouts"]) {
      await expect(ask(dev, name, { show: "all" })).rejects.toEqual(rejection("forbidden"));
      await expect(ask(admin, name, { show: "mine" })).rejects.toEqual(rejection("invalid"));
    }
  });
});
