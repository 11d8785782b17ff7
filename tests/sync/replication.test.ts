// The guarantees of replication against the real server functions: no row blocks others, a lost
// response loses nothing, nothing is reverted silently. On PGlite and PostgreSQL.
import { randomUUID } from "node:crypto";
import { firstValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import type { Store } from "../../sync/index.ts";
import { campaignApply } from "../../sync/mutations/applications.ts";
import { campaignCreate, campaignDelete, campaignEdit } from "../../sync/mutations/campaigns.ts";
import { reportEdit, reportStart, reportSubmit } from "../../sync/mutations/feedback.ts";
import { rejectedDiscard, rejectedRetry } from "../../sync/mutations/outbox.ts";
import { insertRow, patchRow } from "../../sync/mutations/row.ts";
import { applicationTo } from "../../sync/queries/applications.ts";
import { campaignById, campaignsOfOrganization } from "../../sync/queries/campaigns.ts";
import { ownReport, reportsOfTester } from "../../sync/queries/feedback.ts";
import { pendingChanges, rejectedChanges } from "../../sync/queries/outbox.ts";
import { testsOfTester } from "../../sync/queries/tester-tests.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import { type Device, until } from "../fixtures/sync/device.ts";
import {
  briefInput,
  campaignInput,
  joinCampaign,
  openCampaign,
  password,
  publishCampaign,
  reportApprove,
  reportById,
  type Someone,
  useScenario,
  value,
} from "../fixtures/sync/scenario.ts";

describe.each(ruleEngines)("on %s", (engine) => {
  const scenario = useScenario(engine);

  /**
   * Drops pushes that contain the text.
   * @returns a function that has them rejected from then on
   */
  function dropPushesOf(device: Someone, text: string): () => void {
    let rejected = false;
    device.network.fault = (url, body) =>
      url.includes("/sync_push") && body.includes(text) ? { kind: rejected ? "status" : "dropped", status: 413 } : null;
    return () => {
      rejected = true;
    };
  }
  /**
   * Ends the session on the server and lets the access token expire, so that the reopened device
   * locks.
   */
  async function logOutElsewhere(device: Someone): Promise<Device> {
    await scenario.sql("delete from auth.refresh_tokens where user_id::text = $1", [device.person.id]);
    await scenario.sql("delete from auth.sessions where user_id::text = $1", [device.person.id]);
    const session = JSON.parse(device.disk.getItem("betaflock-auth") ?? "{}") as Record<string, unknown>;
    await device.kill();
    device.disk.setItem("betaflock-auth", JSON.stringify({ ...session, expires_at: 1000, refresh_token: "spent" }));
    return scenario.device(device);
  }
  /** Signs the same user in on a second device. */
  async function laptopOf(someone: Someone): Promise<Device> {
    const laptop = await scenario.device();
    value(await laptop.sync.signIn({ email: someone.person.email, password, remember: true }));
    await until("the person's store on the laptop", async () => ((await laptop.store()).person ? true : undefined));
    return laptop;
  }
  /** Goes online and waits until all pending changes are sent. */
  async function reconnect(device: Device): Promise<void> {
    device.network.up = true;
    await device.sync.syncNow();
    await device.drained();
  }
  const filled = { rating: 3, summary: "It works as it should", details: "Every screen", steps: "1. Open" } as const;

  test("O2 a rejected row goes to the outbox with its reason, and the other 99 arrive", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    dev.network.up = false;
    for (let i = 0; i < 99; i++)
      value(await campaignCreate(store, campaignInput({ title: `Backlog ${i}` }), briefInput));
    // Fits the schema but breaks a server rule: it ends before it starts.
    const poison = value(
      await campaignCreate(
        store,
        campaignInput({ title: "Poison", start_date: "2026-01-02", end_date: "2026-01-01" }),
        briefInput,
      ),
    );
    dev.network.up = true;
    const before = dev.network.count("/sync_push");
    await dev.sync.syncNow();
    await dev.drained();
    const rejected = await dev.see(rejectedChanges(), (list) => list.some((e) => e.id === poison.id));
    expect(rejected.find((e) => e.collection === "campaigns")).toMatchObject({
      id: poison.id,
      doc: { title: "Poison" },
    });
    const [{ n } = { n: 0 }] = await scenario.sql<{ n: number }>(
      "select count(*)::int as n from campaigns where developer_id = $1",
      [dev.person.id],
    );
    expect(n).toBe(99);
    // 200 rows in 2 collections: no request per row.
    expect(dev.network.count("/sync_push") - before).toBeLessThan(10);
    expect((await dev.see(campaignsOfOrganization(dev.person.id), (l) => l.length === 99)).length).toBe(99);
  });

  test("O2 a rejected change can be corrected and sent again, or discarded", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const bad = campaignInput({ title: "Wrong dates", start_date: "2026-01-02", end_date: "2026-01-01" });
    const made = value(await campaignCreate(store, bad, briefInput));
    const [entry] = await dev.see(rejectedChanges(), (l) => l.some((e) => e.collection === "campaigns"));
    if (!entry) throw new Error("unreachable");
    await store.device.outbox.update(`rejected|campaigns|${made.id}`, {
      doc: { ...entry.doc, ...made, end_date: "2026-02-01" },
    });
    value(await rejectedRetry(store, `rejected|campaigns|${made.id}`));
    await until("the corrected campaign", async () =>
      (await scenario.sql("select 1 from campaigns where id = $1", [made.id])).length > 0 ? true : undefined,
    );
    value(await rejectedRetry(store, `rejected|briefs|${made.id}`));
    await dev.see(rejectedChanges(), (l) => l.length === 0);
    const other = value(await campaignCreate(store, bad, briefInput));
    // The campaign is rejected, and so is its brief, which refers to it.
    await dev.see(rejectedChanges(), (l) => l.filter((e) => e.id === other.id).length === 2);
    for (const e of await store.device.outbox.toArray()) value(await rejectedDiscard(store, e.key));
    expect(await firstValueFrom(rejectedChanges().observe(store))).toEqual([]);
  });

  test("O2 an edit after a lost response is not lost", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const made = value(await campaignCreate(store, campaignInput({ title: "First wording" }), briefInput));
    await dev.drained();
    let lose = true;
    dev.network.fault = (url) => (lose && url.endsWith("/sync_push") ? { kind: "answer_lost" } : null);
    value(await campaignEdit(store, made.id, { title: "Second wording" }));
    await until("the second wording on the server", async () =>
      (await scenario.sql("select 1 from campaigns where id = $1 and title = 'Second wording'", [made.id])).length > 0
        ? true
        : undefined,
    );
    value(await campaignEdit(store, made.id, { title: "Third wording" }));
    lose = false;
    await dev.sync.syncNow();
    await dev.drained();
    const [row] = await scenario.sql("select title from campaigns where id = $1", [made.id]);
    expect(row).toEqual({ title: "Third wording" });
    expect((await dev.see(campaignById(made.id), (c) => c !== null))?.title).toBe("Third wording");
    expect(await store.device.outbox.count()).toBe(0);
  });

  test("O2 a new row whose response was lost exists once", async () => {
    const dev = await scenario.signedUp("developer");
    let lost = 0;
    dev.network.fault = (url) => (url.endsWith("/sync_push") && lost++ < 2 ? { kind: "answer_lost" } : null);
    const made = value(await campaignCreate(await dev.store(), campaignInput({ title: "Said twice" }), briefInput));
    await dev.sync.syncNow();
    await dev.drained();
    expect(await scenario.sql("select title from campaigns where developer_id = $1", [dev.person.id])).toEqual([
      { title: "Said twice" },
    ]);
    expect((await dev.see(campaignById(made.id), (c) => c !== null && c.sync_xid !== ""))?.title).toBe("Said twice");
  });

  test("O2 after a failed push a row is sent in its newest version, in one call", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const made = value(await campaignCreate(store, campaignInput({ title: "First wording" }), briefInput));
    await dev.drained();
    let up = false;
    const sent: string[] = [];
    dev.network.fault = (url, body) => {
      if (!url.endsWith("/sync_push")) return null;
      sent.push(body);
      return up ? null : { kind: "dropped" };
    };
    value(await campaignEdit(store, made.id, { title: "Second wording" }));
    await until("a failed push", async () => (sent.length > 0 ? true : undefined));
    value(await campaignEdit(store, made.id, { title: "Third wording" }));
    sent.length = 0;
    up = true;
    await dev.sync.syncNow();
    await dev.drained();
    expect(sent).toEqual([expect.stringContaining("Third wording")]);
    const [row] = await scenario.sql("select title from campaigns where id = $1", [made.id]);
    expect(row).toEqual({ title: "Third wording" });
  });

  test("O2 a user's two devices edit one draft offline: columns merge, a losing text is recovered", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev);
    const application = await joinCampaign(tester, campaign);
    const draft = value(await reportStart(await tester.store(), application, "Pixel 9"));
    await tester.drained();
    const laptop = await laptopOf(tester);
    await laptop.see(reportById(draft.id), (r) => r !== null);

    tester.network.up = false;
    laptop.network.up = false;
    value(await reportEdit(await tester.store(), draft.id, { summary: "Written on the phone", rating: 2 }));
    value(await reportEdit(await laptop.store(), draft.id, { summary: "Written on the laptop", steps: "1. Unfold" }));
    await reconnect(tester);
    await reconnect(laptop);
    const merged = { summary: "Written on the phone", rating: 2, steps: "1. Unfold" };
    expect(await laptop.see(reportById(draft.id), (r) => r?.steps === "1. Unfold")).toMatchObject(merged);
    expect(await tester.see(reportById(draft.id), (r) => r?.steps === "1. Unfold")).toMatchObject(merged);
    expect(await laptop.see(rejectedChanges(), (l) => l.length > 0)).toMatchObject([
      { kind: "recovered", field: "summary", text: "Written on the laptop" },
    ]);
  });

  test("O2 an application and a report written in the same offline period arrive in order", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev);
    const seen = await openCampaign(tester, campaign);
    tester.network.up = false;
    const store = await tester.store();
    const application = value(await campaignApply(store, seen, { message: "", answers: [], agreement_version: 0 }));
    const draft = value(await reportStart(store, application, ""));
    value(await reportEdit(store, draft.id, filled));
    value(await reportSubmit(store, draft.id));
    await reconnect(tester);
    expect(await store.device.outbox.toArray()).toEqual([]);
    expect(await scenario.sql("select status from feedback where id = $1", [draft.id])).toEqual([
      { status: "submitted" },
    ]);
  });

  test("S10 a report for a campaign without acceptance is rejected and stays readable, marked, in its list", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev, "By hand only", { auto_select: false });
    const seen = await openCampaign(tester, campaign);
    const store = await tester.store();
    const application = value(await campaignApply(store, seen, { message: "", answers: [], agreement_version: 0 }));
    const draft = value(await reportStart(store, application, ""));
    value(await reportEdit(store, draft.id, filled));
    value(await reportSubmit(store, draft.id));
    const [listed] = await tester.see(reportsOfTester(tester.person.id), (l) => l.some((r) => r.rejection !== null));
    expect(listed).toMatchObject({ ...filled, rejection: { code: "not_accepted" } });
    expect(await scenario.sql("select 1 from feedback where id = $1 and status = 'submitted'", [draft.id])).toEqual([]);
    // It is still editable, and succeeds after the developer accepts the tester.
    value(await reportEdit(store, draft.id, { summary: "Corrected while it waited" }));
    await scenario.sql("update applications set status = 'accepted' where id = $1", [application.id]);
    await tester.see(applicationTo(campaign.id, tester.person.id), (a) => a?.status === "accepted");
    value(await reportSubmit(store, draft.id));
    await tester.see(
      ownReport(draft.id),
      (r) => r?.rejection === null && r.sync_xid !== "" && r.status === "submitted",
    );
    expect(await scenario.sql("select summary from feedback where id = $1", [draft.id])).toEqual([
      { summary: "Corrected while it waited" },
    ]);
  });

  test("S10 an unchanged new report does not count as a draft", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const application = await joinCampaign(tester, await publishCampaign(dev, "Just looked at"));
    const store = await tester.store();
    const drafts = async () =>
      (await firstValueFrom(testsOfTester(tester.person.id).observe(store))).map(({ reports }) => reports.drafts);
    const begun = value(await reportStart(store, application, ""));
    expect(await drafts()).toEqual([0]);
    value(await reportEdit(store, begun.id, { summary: "Now it is one" }));
    expect(await drafts()).toEqual([1]);
  });

  test("P1 a column that the user may not write is rejected, and the rest of the batch continues", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev);
    const application = await joinCampaign(tester, campaign);
    const store = await tester.store();
    tester.network.up = false;
    const good = value(await reportStart(store, application, ""));
    value(await reportEdit(store, good.id, filled));
    value(await reportSubmit(store, good.id));
    const base = { ...good, ...filled };
    const approved = value(
      await insertRow(store, "feedback", { ...base, id: randomUUID(), status: "approved", usefulness: 5 }),
    );
    const another = value(await insertRow(store, "feedback", { ...base, id: randomUUID(), tester_id: dev.person.id }));
    value(await patchRow(store, "profiles", tester.person.id, { role: "admin", karma: 1_000_000 }));
    await reconnect(tester);
    const rejected = await tester.see(rejectedChanges(), (l) => l.length >= 3);
    expect(rejected.map((e) => e.id).sort()).toEqual([approved.id, another.id, tester.person.id].sort());
    expect(await scenario.sql("select id, status from feedback where campaign_id = $1", [campaign.id])).toEqual([
      { id: good.id, status: "submitted" },
    ]);
    expect(await scenario.sql("select role, karma from profiles where id = $1", [tester.person.id])).toEqual([
      { role: "tester", karma: 0 },
    ]);
    expect(await scenario.sql("select 1 from rewards where tester_id = $1", [tester.person.id])).toEqual([]);
    await tester.see(
      { key: "role", observe: (s) => s.collection("profiles").findOne(tester.person.id).$ },
      (p) => p?.role === "tester",
    );
  });

  test("O2 a draft deleted offline is deleted everywhere, and an unsent one leaves no trace", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const sent = value(await campaignCreate(store, campaignInput({ title: "Sent, then deleted" }), briefInput));
    await dev.drained();
    dev.network.up = false;
    const never = value(await campaignCreate(store, campaignInput({ title: "Never sent" }), briefInput));
    value(await campaignDelete(store, sent.id));
    value(await campaignDelete(store, never.id));
    dev.network.up = true;
    await dev.sync.syncNow();
    await until("the tombstone", async () =>
      (await scenario.sql("select 1 from campaigns where id = $1 and _deleted", [sent.id])).length > 0
        ? true
        : undefined,
    );
    expect(await scenario.sql("select 1 from campaigns where id = $1 and not _deleted", [never.id])).toEqual([]);
    expect(await store.device.outbox.filter((e) => e.collection === "campaigns").toArray()).toEqual([]);
    expect(await firstValueFrom(campaignsOfOrganization(dev.person.id).observe(store))).toEqual([]);
  });

  test("T1 a rejected refresh locks the app, keeps every draft, and the same user's password sends them", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    await dev.drained();
    const again = await logOutElsewhere(dev);
    value(await campaignCreate(await again.store(), campaignInput({ title: "Written while locked" }), briefInput));
    await until("the lock", async () => (again.sync.session$.value.kind === "locked" ? true : undefined));
    expect((await again.see(pendingChanges(), (l) => l.length > 0))[0]?.label).toBe("Written while locked");
    expect(await scenario.sql("select 1 from campaigns where developer_id = $1", [dev.person.id])).toEqual([]);
    value(await again.sync.signIn({ email: dev.person.email, password, remember: true }));
    await again.drained();
    expect(await scenario.sql("select title from campaigns where developer_id = $1", [dev.person.id])).toEqual([
      { title: "Written while locked" },
    ]);
    expect(store.owner).toBe(dev.person.id);
  });

  test("R9 with an expired token and no network the store opens, reads and writes", async () => {
    const dev = await scenario.signedUp("developer");
    value(await campaignCreate(await dev.store(), campaignInput({ title: "Before the tunnel" }), briefInput));
    await dev.drained();
    const session = JSON.parse(dev.disk.getItem("betaflock-auth") ?? "{}") as Record<string, unknown>;
    await dev.kill();
    dev.disk.setItem("betaflock-auth", JSON.stringify({ ...session, expires_at: 1000 }));
    const again = await scenario.device(dev);
    again.network.up = false;
    expect(again.sync.session$.value).toMatchObject({ kind: "signed_in" });
    expect((await again.see(campaignsOfOrganization(dev.person.id), (l) => l.length > 0))[0]?.title).toBe(
      "Before the tunnel",
    );
    value(await campaignCreate(await again.store(), campaignInput({ title: "In the tunnel" }), briefInput));
    again.network.up = true;
    await again.sync.syncNow();
    await again.drained();
    expect(
      await scenario.sql("select title from campaigns where developer_id = $1 order by title", [dev.person.id]),
    ).toEqual([{ title: "Before the tunnel" }, { title: "In the tunnel" }]);
  });

  test("O2 a restored server (another epoch) is pulled again from the start, and unsent changes are kept and sent", async () => {
    const dev = await scenario.signedUp("developer");
    await dev.synced();
    dev.network.up = false;
    const made = value(
      await campaignCreate(await dev.store(), campaignInput({ title: "Unsent over a restore" }), briefInput),
    );
    const before = await dev.store();
    await scenario.sql("select private.new_epoch()");
    dev.network.up = true;
    await dev.sync.syncNow();
    await until("the new store", async () => ((await dev.store()) !== before ? true : undefined));
    await dev.drained();
    await until("the campaign on the server", async () =>
      (await scenario.sql("select 1 from campaigns where id = $1", [made.id])).length > 0 ? true : undefined,
    );
    expect((await dev.see(campaignById(made.id), (c) => c !== null && c.sync_xid !== ""))?.title).toBe(
      "Unsent over a restore",
    );
  });

  test("T10 a role change rebuilds the user's rows from the start", async () => {
    const someone = await scenario.signedUp("tester");
    await someone.synced();
    await scenario.sql("update profiles set role = 'developer' where id = $1", [someone.person.id]);
    await someone.sync.syncNow();
    await until("a developer's store", async () => ((await someone.store()).role === "developer" ? true : undefined));
    expect(someone.sync.session$.value).toMatchObject({ kind: "signed_in", person: { role: "developer" } });
  });

  test(
    "T10 O2 after a role change during a lock, rows that the new role cannot hold are in the outbox",
    long,
    async () => {
      const campaign = await publishCampaign(await scenario.signedUp("developer"));
      const someone = await scenario.signedUp("tester");
      await openCampaign(someone, campaign);
      await someone.drained();
      const again = await logOutElsewhere(someone);
      const message = "Written before I was an admin";
      const input = { message, answers: [], agreement_version: 0 };
      value(await campaignApply(await again.store(), campaign, input));
      await until("the lock", async () => (again.sync.session$.value.kind === "locked" ? true : undefined));
      await scenario.sql("update profiles set role = 'admin' where id = $1", [someone.person.id]);
      value(await again.sync.signIn({ email: someone.person.email, password, remember: true }));
      await until("an admin's store", async () => ((await again.store()).role === "admin" ? true : undefined));
      await again.synced();
      const rejected = await again.see(rejectedChanges(), (list) => list.length > 0);
      expect(rejected).toMatchObject([{ collection: "applications", code: "not_allowed" }]);
      expect(JSON.stringify(await (await again.store()).device.outbox.toArray())).toContain(message);
    },
  );

  test("O2 an edit that every proxy blocks, in a rebuilt store, is in the outbox, and the row still exists", async () => {
    const someone = await scenario.signedUp("tester");
    await someone.synced();
    await someone.drained();
    const before = await someone.store();
    const reject = dropPushesOf(someone, "mine@example.test");
    value(await patchRow(before, "accounts", someone.person.id, { paypal_email: "mine@example.test" }));
    await scenario.sql("select private.new_epoch()");
    await someone.sync.syncNow();
    await until("a store made anew", async () => ((await someone.store()) === before ? undefined : true));
    reject();
    const rejected = await someone.see(rejectedChanges(), (list) => list.length > 0);
    expect(rejected).toMatchObject([{ collection: "accounts" }]);
    const account = { key: "account", observe: (s: Store) => s.collection("accounts").findOne(someone.person.id).$ };
    expect((await someone.see(account, (row) => row?.paypal_email !== "mine@example.test"))?.id).toBe(
      someone.person.id,
    );
  });

  test("O2 an edit that every proxy blocks leaves the server's current row, not the row at the time of the edit", async () => {
    const someone = await scenario.signedUp("tester");
    await someone.synced();
    const store = await someone.store();
    const reject = dropPushesOf(someone, "Too much");
    value(await patchRow(store, "profiles", someone.person.id, { bio: "Too much for a proxy" }));
    await scenario.sql("update profiles set company = 'Changed meanwhile' where id = $1", [someone.person.id]);
    const before = someone.network.count("/sync_pull");
    await until("the pull to pass the row", async () => {
      await someone.sync.syncNow();
      return someone.network.count("/sync_pull") > before + 4 || undefined;
    });
    reject();
    await someone.see(rejectedChanges(), (list) => list.length > 0);
    const profile = { key: "profile", observe: (s: Store) => s.collection("profiles").findOne(someone.person.id).$ };
    const row = await someone.see(profile, (found) => found?.sync_xid !== "");
    expect([row?.bio, row?.company]).toEqual(["", "Changed meanwhile"]);
  });

  // PGlite has one session, so it runs no concurrent transactions.
  test.runIf(engine === "postgres")(
    "O2 changes that an older transaction held back during a notification are pulled soon, not with the next poll",
    long,
    async () => {
      const dev = await scenario.signedUp("developer");
      await dev.synced();
      const store = await dev.store();
      const write = (bio: string) =>
        scenario.sql("update public.profiles set bio = $2 where id = $1", [dev.person.id, bio]);
      const bioHere = async () => (await store.collection("profiles").findOne(dev.person.id).exec())?.bio;
      await until("the channels to be joined", async () => {
        const before = await bioHere();
        await write(randomUUID());
        return (await bioHere()) !== before || undefined;
      });
      const older = scenario.sql("select pg_current_xact_id(), pg_sleep(0.6)");
      const running = "select 1 from pg_stat_activity where query like '%pg_sleep(0.6)%' and backend_xid is not null";
      await until("the older transaction", async () => (await scenario.sql(running)).length > 0 || undefined);
      await write("Held back");
      await older;
      await until("the row", async () => (await bioHere()) === "Held back" || undefined);
    },
  );

  test("T10 the first pull notices a role change before it", async () => {
    const someone = await scenario.signedUp("tester");
    await scenario.sql("update profiles set role = 'developer' where id = $1", [someone.person.id]);
    await until("a developer's store", async () => ((await someone.store()).role === "developer" ? true : undefined));
  });

  test("T2 signing out leaves no user data on the device", async () => {
    const dev = await scenario.signedUp("developer");
    value(await campaignCreate(await dev.store(), campaignInput(), briefInput));
    await dev.drained();
    value(await dev.sync.signOut());
    const left = (await indexedDB.databases())
      .map((d) => d.name ?? "")
      .filter((n) => n.includes(dev.person.id) && n.includes(dev.name));
    expect(left).toEqual([]);
    expect([...dev.disk.entries.keys()].filter((k) => k !== "betaflock-remember")).toEqual([]);
    expect(dev.sync.session$.value).toEqual({ kind: "signed_out" });
  });

  test("T7 approving twice from two devices pays once", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev);
    const application = await joinCampaign(tester, campaign);
    const report = value(await reportStart(await tester.store(), application, ""));
    value(await reportEdit(await tester.store(), report.id, filled));
    value(await reportSubmit(await tester.store(), report.id));
    await dev.see(reportById(report.id), (r) => r?.status === "submitted");
    const laptop = await laptopOf(dev);
    await laptop.see(reportById(report.id), (r) => r?.status === "submitted");
    dev.network.up = false;
    laptop.network.up = false;
    value(await reportApprove(await dev.store(), report.id, 4));
    value(await reportApprove(await laptop.store(), report.id, 2));
    await reconnect(dev);
    await reconnect(laptop);
    const agreed = await laptop.see(reportById(report.id), (r) => r?.usefulness === 4);
    expect(agreed?.status).toBe("approved");
    expect(await scenario.sql("select amount_cents from rewards where feedback_id = $1", [report.id])).toEqual([
      { amount_cents: 1500 },
    ]);
  });
});
