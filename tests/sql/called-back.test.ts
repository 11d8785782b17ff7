// Unpublishing an app and withdrawing a release; users who downloaded it are notified once.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  const admin = setUpPerson(db, "admin");

  const newApp = async () => {
    const id = randomUUID();
    await db.insert(dev, "apps", { id, developer_id: dev, title: "Budget", description: "Money" });
    return id;
  };
  const newRelease = async (app: string, status = "published", version = "1.0") => {
    const id = randomUUID();
    const file_path = `${dev}/${id}.apk`;
    await db.insert(dev, "releases", { id, app_id: app, developer_id: dev, version, file_path });
    await db.owner("update public.releases set checked_at = now() where id = $1", [id]);
    if (status !== "draft") await db.update(dev, "releases", id, { status });
    return id;
  };
  const set = (table: "apps" | "releases", id: string, status: string) => db.update(dev, table, id, { status });
  const download = (who: string, release: string) => db.query(who, "select public.record_download($1)", [release]);
  const told = (who: string) =>
    db.owner<{ data: Record<string, unknown>; link: string }>(
      "select data, link from public.notifications where user_id = $1 and kind = 'release_withdrawn'",
      [who],
    );

  test("S20 V5 an app without a published release cannot be published in any way", async () => {
    const app = await newApp();
    await newRelease(app, "draft");
    await expect(set("apps", app, "published")).rejects.toEqual(rejection("release_required"));
    await expect(
      db.insert(dev, "apps", {
        id: randomUUID(),
        developer_id: dev,
        title: "A",
        description: "B",
        status: "published",
      }),
    ).rejects.toEqual(rejection("wrong_state"));
    // A device that was offline the whole time.
    const doc = { id: randomUUID(), developer_id: dev, title: "A", description: "B", platform: "web", type: "WEB" };
    const { rejected } = await push(db, dev, "apps", [
      { doc: { ...doc, status: "published", sync_client: "phone", sync_seq: 1 } },
    ]);
    expect(rejected.map((r) => r.code)).toEqual(["release_required"]);
    await newRelease(app);
    await set("apps", app, "published");
  });

  test("S20 S27 unpublishing and publishing an app again keeps its rows", async () => {
    const app = await newApp();
    const release = await newRelease(app);
    await expect(set("apps", app, "unpublished")).rejects.toEqual(rejection("wrong_state"));
    await set("apps", app, "published");
    await set("apps", app, "unpublished");
    for (const [table, id] of [
      ["apps", app],
      ["releases", release],
    ] as const)
      expect(await db.count(null, table, `id = '${id}'`)).toBe(1);
    await expect(db.update(dev, "apps", app, { _deleted: true })).rejects.toEqual(rejection("wrong_state"));
    await set("apps", app, "published");
    expect(await db.count(admin, "activity", `target_id = '${app}' and action = 'app_unpublished'`)).toBe(1);
    expect(await db.count(admin, "activity", `target_id = '${app}' and action = 'app_published'`)).toBe(2);
  });

  test("S20 S26 an app that an admin hid stays hidden after unpublishing and publishing", async () => {
    const tester = await person(db, "tester");
    const app = await newApp();
    const release = await newRelease(app);
    await set("apps", app, "published");
    const flag = { id: randomUUID(), reporter_id: tester, content_type: "app", content_id: app, reason: "Spam" };
    await db.insert(tester, "flags", flag);
    await set("apps", app, "unpublished");
    await db.update(admin, "flags", flag.id, { status: "resolved", hidden: true });
    await expect(set("apps", app, "published")).rejects.toEqual(rejection("not_allowed"));
    await db.update(admin, "flags", flag.id, { hidden: false });
    await set("apps", app, "published");
    await db.update(admin, "flags", flag.id, { hidden: true });
    expect(await db.row("apps", app)).toMatchObject({ status: "hidden" });
    await expect(set("apps", app, "unpublished")).rejects.toEqual(rejection("wrong_state"));
    // Withdrawing its only release prevents the hidden app from becoming visible again.
    await set("releases", release, "withdrawn");
    await db.update(admin, "flags", flag.id, { hidden: false });
    expect(await db.row("apps", app)).toMatchObject({ status: "unpublished" });
  });

  test("S20 S28 a withdrawn release stays unchanged; the app falls back to the previous one, and leaves the store with the last", async () => {
    const app = await newApp();
    const first = await newRelease(app, "published", "1.0");
    const second = await newRelease(app, "published", "1.1");
    await set("apps", app, "published");
    expect(await db.row("apps", app)).toMatchObject({ version: "1.1" });
    await expect(set("releases", await newRelease(app, "draft"), "withdrawn")).rejects.toEqual(rejection("wrong_state"));
    await set("releases", second, "withdrawn");
    expect(await db.row("apps", app)).toMatchObject({ version: "1.0", status: "published" });
    await expect(set("releases", second, "published")).rejects.toEqual(rejection("wrong_state"));
    for (const change of [{ version: "2" }, { file_path: "" }, { _deleted: true }])
      await expect(db.update(dev, "releases", second, change)).rejects.toEqual(rejection("wrong_state"));
    await db.update(dev, "releases", second, { notes: "Withdrawn: it loses data." });
    const id = await campaign(db, dev);
    await expect(db.update(dev, "briefs", id, { release_id: second })).rejects.toEqual(rejection("wrong_state"));
    await set("releases", first, "withdrawn");
    expect(await db.row("apps", app)).toMatchObject({ version: "", status: "unpublished" });
    await expect(set("apps", app, "published")).rejects.toEqual(rejection("release_required"));
  });

  test("S29 S28 users of a withdrawn release are notified once where they got it, also if their download is reported later", async () => {
    const app = await newApp();
    const release = await newRelease(app, "published", "3.2");
    await set("apps", app, "published");
    const id = await campaign(db, dev, { app_id: app });
    await db.update(dev, "briefs", id, { release_id: release });
    const [inTest, fromStore, late, without] = await Promise.all([1, 2, 3, 4].map(() => person(db, "tester")));
    if (!inTest || !fromStore || !late || !without) throw new Error("unreachable");
    await apply(db, id, inTest);
    for (const who of [inTest, fromStore, dev]) await download(who, release);
    await set("releases", release, "withdrawn");
    const data = { app_title: "Budget", version: "3.2", release_id: release };
    expect(await told(inTest)).toEqual([{ data, link: `/tester/tests/${id}` }]);
    expect(await told(fromStore)).toEqual([{ data, link: `/apps/${app}` }]);
    // Downloaded offline, reported later.
    await download(late, release);
    for (const who of [late, fromStore]) await download(who, release);
    await db.owner("call private.run_scheduled_jobs()");
    for (const who of [inTest, fromStore, late]) expect(await told(who)).toHaveLength(1);
    for (const who of [dev, without]) expect(await told(who)).toEqual([]);
  });

  test("S29 the schedule notifies users beyond one call's limit, each once, including later downloads", async () => {
    const app = await newApp();
    const release = await newRelease(app);
    const people = await Promise.all(Array.from({ length: 5 }, () => person(db, "tester")));
    for (const who of people) await download(who, release);
    // Resets the withdrawal's notifications.
    await db.db.transaction(async (s) => {
      await s.query("select set_config('betaflock.seeding', 'on', true)");
      await s.query("update public.releases set status = 'withdrawn' where id = $1", [release]);
      await s.query("insert into private.withdrawals (release_id) values ($1)", [release]);
    });
    const tell = async (most: number) =>
      (await db.owner<{ n: number }>("select private.notify_withdrawals($1) as n", [most]))[0]?.n;
    expect([await tell(2), await tell(2)]).toEqual([2, 2]);
    const late = await person(db, "tester");
    await download(late, release);
    await db.owner("call private.run_scheduled_jobs()");
    expect(await tell(2)).toBe(0);
    for (const who of [...people, late]) expect(await told(who)).toHaveLength(1);
    expect(await db.owner("select 1 from private.withdrawals")).toEqual([]);
  });

  test("S29 a notification names its campaign and report, and links to it", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    await apply(db, id, tester);
    const r = await report(db, id, tester);
    await db.update(dev, "feedback", r, { status: "changes_requested", reason: "Which?" });
    const about = { campaign_id: id, feedback_id: r };
    const of = (who: string, kind: string) =>
      db.owner("select data, link from public.notifications where user_id = $1 and kind = $2 order by created_at", [
        who,
        kind,
      ]);
    expect(await of(dev, "feedback_received")).toContainEqual({
      data: expect.objectContaining(about),
      link: `/developer/campaigns/${id}?tab=feedback&report=${r}`,
    });
    expect(await of(tester, "changes_requested")).toEqual([
      { data: expect.objectContaining(about), link: `/tester/tests/${id}/report/${r}` },
    ]);
    expect(await of(dev, "application_received")).toContainEqual({
      data: expect.objectContaining({ campaign_id: id }),
      link: `/developer/campaigns/${id}?tab=applicants`,
    });
  });
});
