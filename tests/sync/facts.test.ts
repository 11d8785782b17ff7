// The ten ways in which RxDB's Supabase plugin loses data, against the real functions on
// PostgreSQL. Covered elsewhere: 3 (response lost before a newer edit) in replication.test.ts, 4
// (ten thousand late commits) in tests/sql/late-commits.test.ts, 8 (data after signing out) in
// tests/e2e/device/device.test.ts.
import { firstValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { localRow } from "../../sync/database/local-rows.ts";
import { applicationAccept, campaignApply } from "../../sync/mutations/applications.ts";
import { campaignCreate, campaignDelete, campaignEdit, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { reportAttach, reportEdit, reportStart, reportSubmit } from "../../sync/mutations/feedback.ts";
import { rejectedRetry } from "../../sync/mutations/outbox.ts";
import { insertRow, patchRow } from "../../sync/mutations/row.ts";
import { storedRows } from "../../sync/outbox/pending-changes.ts";
import { applicationTo } from "../../sync/queries/applications.ts";
import { campaignById } from "../../sync/queries/campaigns.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import type { Campaign } from "../../sync/schema/campaigns.ts";
import { readAttachment } from "../../sync/uploads/attachment-cache.ts";
import { long } from "../fixtures/long.ts";
import { type Device, until } from "../fixtures/sync/device.ts";
import { held } from "../fixtures/sync/network.ts";
import {
  briefInput,
  campaignInput,
  openCampaign,
  password,
  personsStore,
  reportById,
  signUpOn,
  today,
  useScenario,
  value,
} from "../fixtures/sync/scenario.ts";

type Someone = Device & { person: { id: string; email: string } };

describe("limits.md, section 0", () => {
  const scenario = useScenario("postgres");
  const published = async (dev: Someone, change = {}): Promise<Campaign> => {
    const made = value(await campaignCreate(await dev.store(), campaignInput(change), briefInput));
    return value(await campaignPublish(await dev.store(), made.id, today()));
  };
  const applied = async (tester: Someone, { id }: Campaign) => {
    const seen = await openCampaign(tester, { id });
    return value(await campaignApply(await tester.store(), seen, { message: "", answers: [], agreement_version: 0 }));
  };
  const named = (title: string) =>
    scenario.sql<{ id: string; title: string }>("select id, title from campaigns where title like $1 order by title", [
      title,
    ]);

  test("O2 1: one rejected row of 250: the other 249 arrive in one cycle, and the pull continues", async () => {
    const dev = await scenario.signedUp("developer");
    await dev.synced();
    const store = await dev.store();
    dev.network.up = false;
    const { brief: _, ...row } = {
      ...value(await campaignCreate(store, campaignInput({ title: "Backlog 0" }), briefInput)),
      brief: null,
    };
    for (let i = 1; i < 250; i++) {
      // A policy rejects the hundredth, which belongs to another user.
      const developer_id = i === 100 ? crypto.randomUUID() : dev.person.id;
      value(
        await insertRow(store, "campaigns", { ...row, id: crypto.randomUUID(), title: `Backlog ${i}`, developer_id }),
      );
    }
    const before = dev.network.count("/sync_push");
    dev.network.up = true;
    await dev.sync.syncNow();
    await dev.drained();
    expect(await named("Backlog %")).toHaveLength(249);
    // 250 campaigns in pages of at most 200, and one brief: no request per row.
    expect(dev.network.count("/sync_push") - before).toBeLessThanOrEqual(5);
    const rejected = await firstValueFrom(rejectedChanges().observe(store));
    expect(rejected).toEqual([
      expect.objectContaining({ code: "forbidden", doc: expect.objectContaining({ title: "Backlog 100" }) }),
    ]);
    await scenario.sql("update profiles set bio = 'Seen on the way down' where id = $1", [dev.person.id]);
    await until("a pull after the rejection", async () => {
      const me = await (await dev.store()).collection("profiles").findOne(dev.person.id).exec();
      return me?.bio === "Seen on the way down" ? true : undefined;
    });
  });

  test("O2 2: an update that a policy rejects is kept with its reason and never treated as a conflict", async () => {
    const owner = await scenario.signedUp("developer", "Owner");
    const other = await scenario.signedUp("tester", "Other");
    const campaign = await published(owner, { title: "Not yours" });
    await scenario.letIn(other, campaign);
    await other.see(campaignById(campaign.id), (c) => c !== null);
    value(await patchRow(await other.store(), "campaigns", campaign.id, { title: "Mine now" }));
    const [entry] = await other.see(rejectedChanges(), (l) => l.length === 1);
    expect(entry).toMatchObject({ kind: "rejected", code: "forbidden", doc: { title: "Mine now" } });
    await other.see(campaignById(campaign.id), (c) => c?.title === "Not yours");
    expect(await named("Mine now")).toEqual([]);
  });

  test("O2 2: consecutive rejected edits of a row leave each of their texts in the outbox", long, async () => {
    const owner = await scenario.signedUp("developer", "Owner");
    const other = await scenario.signedUp("tester", "Other");
    const campaign = await published(owner, { title: "Still not yours" });
    await scenario.letIn(other, campaign);
    await other.see(campaignById(campaign.id), (c) => c !== null);
    const texts = ["First try", "Second try", "Third try"];
    for (const title of texts) {
      value(await patchRow(await other.store(), "campaigns", campaign.id, { title }));
      await other.see(rejectedChanges(), (l) => l.some(({ doc }) => doc.title === title));
      await other.see(campaignById(campaign.id), (c) => c?.title === "Still not yours");
    }
    const kept = await (await other.store()).device.outbox.toArray();
    expect(kept.map(({ doc }) => doc.title).sort()).toEqual([...texts].sort());
  });

  test("O2 5: losing one change notification before the next loses no row", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    await tester.synced();
    tester.network.deaf = true;
    const first = await published(dev, { title: "While nobody listened" });
    await scenario.letIn(tester, first);
    tester.network.deaf = false;
    const second = await published(dev, { title: "Heard again" });
    await scenario.letIn(tester, second);
    await tester.see(campaignById(second.id), (c) => c?.status === "active");
    await tester.see(campaignById(first.id), (c) => c?.status === "active");
  });

  test("O2 6: a row granted later arrives although it is older than the checkpoint; a revoked one is deleted", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await published(dev, { auto_select: false });
    const application = await applied(tester, campaign);
    await tester.drained();
    await tester.sync.syncNow();
    const store = await tester.store();
    expect(await store.collection("briefs").findOne(campaign.id).exec()).toBeNull();
    await dev.see(applicationTo(campaign.id, tester.person.id), (a) => a?.status === "pending");
    value(await applicationAccept(await dev.store(), application.id));
    await until("the brief", async () => (await store.collection("briefs").findOne(campaign.id).exec()) ?? undefined);
    // Access ends only by a role change: the device rebuilds its store without the hidden rows.
    await scenario.sql("update profiles set role = 'developer' where id = $1", [tester.person.id]);
    await tester.sync.syncNow();
    await until("a developer's store", async () => ((await tester.store()).role === "developer" ? true : undefined));
    await tester.synced();
    expect(await (await tester.store()).collection("campaigns").findOne(campaign.id).exec()).toBeNull();
    expect(await (await tester.store()).collection("briefs").findOne(campaign.id).exec()).toBeNull();
  });

  test("O1 O2 a device reports that it is in sync only after it has fetched everything once", async () => {
    const device = await scenario.device();
    const early: string[] = [];
    const said = device.sync.status$.subscribe(({ phase, firstSyncDone }) => {
      if (phase === "idle" && !firstSyncDone) early.push(phase);
    });
    await signUpOn(device, "tester", "Early Bird");
    await until("all to be in step", async () => device.sync.status$.value.phase === "idle" || undefined);
    expect(device.sync.status$.value.firstSyncDone).toBe(true);
    said.unsubscribe();
    expect(early).toEqual([]);
  });

  test(
    "O2 7: truncated data overwrites nothing: not in notifications, partial responses or partial rows",
    long,
    async () => {
      const dev = await scenario.signedUp("developer");
      const tester = await scenario.signedUp("tester");
      const campaign = await published(dev, { title: "Whole from end to end" });
      const store = await tester.store();
      const here = async () => (await store.collection("campaigns").findOne(campaign.id).exec())?.toJSON();
      await scenario.letIn(tester, campaign);
      await tester.see(campaignById(campaign.id), (c) => c?.status === "active");
      const whole = await here();
      // A notification containing a row that lacks columns, and a meaningless one.
      for (const payload of [
        { collections: ["campaigns"], record: { id: campaign.id, title: "" } },
        { collectio: ["campa"] },
      ]) {
        const pulls = tester.network.count("/sync_pull");
        await scenario.sql("select realtime.send($1::jsonb, 'changed', $2, true)", [
          JSON.stringify(payload),
          `user:${tester.person.id}`,
        ]);
        await until("the pull after the hint", async () => tester.network.count("/sync_pull") > pulls || undefined);
      }
      expect(await here()).toEqual(whole);

      const problem = () => tester.sync.status$.value.problem;
      const answers = (garble: (answer: string) => string) => {
        tester.network.fault = (url) => (url.endsWith("/sync_pull") ? { kind: "garbled", garble } : null);
      };
      // A truncated response is requested again, as after a lost connection.
      answers((answer) => answer.slice(0, answer.length / 2));
      await tester.sync.syncNow();
      await until("the cut to be noticed", async () => !tester.sync.status$.value.online || undefined);
      await scenario.sql("update campaigns set description = 'Changed while answers were cut' where id = $1", [
        campaign.id,
      ]);
      const cut = tester.network.count("/sync_pull");
      await tester.sync.syncNow();
      await until("a cut answer with the row", async () => tester.network.count("/sync_pull") > cut + 1 || undefined);
      expect(await here()).toEqual(whole);
      // A row that lacks a column is skipped and reported.
      answers((answer) => answer.replaceAll(/"max_testers":\s*\d+,?\s*/g, ""));
      await tester.sync.syncNow();
      await until(
        "the half row to be said",
        async () => problem() === `campaigns:unreadable:${campaign.id}` || undefined,
      );
      expect(await here()).toEqual(whole);
      tester.network.fault = () => null;
      await scenario.sql("update campaigns set description = 'Whole again, from end to end' where id = $1", [
        campaign.id,
      ]);
      await tester.see(campaignById(campaign.id), (c) => c?.description === "Whole again, from end to end");
      expect(await here()).toMatchObject({ max_testers: whole?.max_testers, title: "Whole from end to end" });
    },
  );

  test("O2 S11 9: an attachment's bytes arrive complete and once", long, async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await published(dev);
    await applied(tester, campaign);
    const accepted = await tester.see(applicationTo(campaign.id, tester.person.id), (a) => a?.status === "accepted");
    if (!accepted) throw new Error("unreachable");
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const report = value(await reportStart(await tester.store(), accepted, ""));
    value(
      await reportAttach(await tester.store(), report.id, {
        name: "a.png",
        blob: new Blob([bytes], { type: "image/png" }),
      }),
    );
    value(
      await reportEdit(await tester.store(), report.id, { rating: 3, summary: "With a picture", details: "See it" }),
    );
    value(await reportSubmit(await tester.store(), report.id));
    const arrived = await dev.see(reportById(report.id), (r) => r?.uploaded.length === 1);
    const attachment = arrived?.attachments[0];
    if (!arrived || !attachment) throw new Error("unreachable");
    const view = await readAttachment(await dev.store(), dev.sync.transport, arrived, attachment);
    if (view.state !== "ready") throw new Error(view.state);
    expect(new Uint8Array(await view.blob.arrayBuffer())).toEqual(bytes);
  });

  test("O2 10: a row with arrays is edited and deleted like any other", long, async () => {
    const dev = await scenario.signedUp("developer");
    const screening = [
      {
        id: crypto.randomUUID(),
        question: "Do you camp?",
        kind: "yes_no" as const,
        options: [],
        required: true,
        pass: [],
      },
    ];
    const made = value(
      await campaignCreate(
        await dev.store(),
        campaignInput({ title: "With lists", screening: screening as never }),
        briefInput,
      ),
    );
    await dev.drained();
    value(await campaignEdit(await dev.store(), made.id, { title: "With lists, edited" }));
    await dev.drained();
    value(await campaignEdit(await dev.store(), made.id, { screening: [] }));
    await dev.drained();
    expect(await scenario.sql("select title, screening from campaigns where id = $1", [made.id])).toEqual([
      { title: "With lists, edited", screening: [] },
    ]);
    value(await campaignDelete(await dev.store(), made.id));
    await dev.drained();
    expect(await scenario.sql("select _deleted from campaigns where id = $1", [made.id])).toEqual([{ _deleted: true }]);
    expect(await (await dev.store()).device.outbox.count()).toBe(0);
  });

  test("S16 O1 P2 expected answers are edited offline, shown on the developer's devices, and never on a tester's", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const asks = (pass: string[]) => [
      { id: questionId, question: "Do you camp?", kind: "yes_no" as const, options: [], required: true, pass },
    ];
    const questionId = crypto.randomUUID();
    const held = async (device: Device, id: string) =>
      (await (await device.store()).collection("campaigns").findOne(id).exec())?.toJSON().screening;
    const made = await published(dev, { title: "Camping", screening: asks(["yes"]) });
    await dev.drained();
    expect(await held(dev, made.id)).toEqual(asks(["yes"]));
    await scenario.letIn(tester, made);
    const seen = await tester.see(campaignById(made.id), (c) => c?.status === "active");
    expect(seen?.screening).toEqual(asks([]));

    dev.network.up = false;
    value(await campaignEdit(await dev.store(), made.id, { screening: asks(["no"]), title: "Camping, edited" }));
    expect(await held(dev, made.id)).toEqual(asks(["no"]));
    dev.network.up = true;
    await dev.sync.syncNow();
    await dev.drained();
    expect(await held(dev, made.id)).toEqual(asks(["no"]));
    const edited = await tester.see(campaignById(made.id), (c) => c?.title === "Camping, edited");
    expect(edited?.screening).toEqual(asks([]));
    // Automatic selection uses them.
    const answers = [{ question_id: questionId, value: "no" }];
    if (!edited) throw new Error("unreachable");
    value(await campaignApply(await tester.store(), edited, { message: "", answers, agreement_version: 0 }));
    await tester.see(applicationTo(made.id, tester.person.id), (application) => application?.status === "accepted");
    expect(JSON.stringify(await held(tester, made.id))).not.toContain('"no"');

    const other = await scenario.device();
    value(await other.sync.signIn({ email: dev.person.email, password, remember: true }));
    await personsStore(other, dev.person.id);
    await other.see(campaignById(made.id), (c) => c?.screening[0]?.pass[0] === "no");
  });

  test("O2 a pull response that a push has overtaken restores no earlier state, and the next edit is still sent", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    await dev.synced();
    const made = value(await campaignCreate(store, campaignInput({ title: "First" }), briefInput));
    const pull = held();
    dev.network.fault = (url) =>
      url.endsWith("/sync_pull")
        ? { kind: "overtaken", until: async (answer) => (answer.includes(made.id) ? pull.pass() : undefined) }
        : null;
    await dev.drained();
    await pull.reached;
    value(await campaignEdit(store, made.id, { title: "Second" }));
    await dev.drained();
    const shown: string[] = [];
    const watching = store
      .collection("campaigns")
      .findOne(made.id)
      .$.subscribe((doc) => shown.push(doc?.title ?? ""));
    const before = dev.network.count("/sync_pull");
    pull.release();
    dev.network.fault = () => null;
    await dev.sync.syncNow();
    await until("the pull after it", async () => dev.network.count("/sync_pull") > before || undefined);
    await until("the end of it", async () => dev.sync.status$.value.phase === "idle" || undefined);
    watching.unsubscribe();
    expect(new Set(shown)).toEqual(new Set(["Second"]));
    value(await campaignEdit(store, made.id, { title: "Third" }));
    await dev.drained();
    expect(await scenario.sql("select title from campaigns where id = $1", [made.id])).toEqual([{ title: "Third" }]);
  });

  test("O2 a push response that a pull has overtaken leaves the pulled row", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    await dev.synced();
    const made = value(await campaignCreate(store, campaignInput({ title: "First" }), briefInput));
    await dev.drained();
    const pull = held();
    const push = held();
    dev.network.fault = (url) => {
      if (url.endsWith("/sync_pull")) return { kind: "late", until: pull.pass };
      return url.endsWith("/sync_push") ? { kind: "overtaken", until: push.pass } : null;
    };
    await dev.sync.syncNow();
    await pull.reached;
    value(await campaignEdit(store, made.id, { title: "Second" }));
    await push.reached;
    await scenario.sql("update campaigns set description = 'Written by another hand' where id = $1", [made.id]);
    pull.release();
    // A pull that began earlier may still return the old row.
    await until("the pull of that hand", async () => {
      const [stored] = await storedRows(store, "campaigns", [made.id]);
      return (stored && localRow(stored).newer?.description === "Written by another hand") || undefined;
    });
    push.release();
    await dev.drained();
    const row = await store.collection("campaigns").findOne(made.id).exec();
    expect(row).toMatchObject({ title: "Second", description: "Written by another hand" });
  });

  test("O2 text typed into a row that was deleted elsewhere is kept and reported", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const made = value(await campaignCreate(store, campaignInput({ title: "Soon gone" }), briefInput));
    await dev.drained();
    const doc = await store.collection("campaigns").findOne(made.id).exec();
    if (!doc) throw new Error("unreachable");
    // Another device deleted it, or the server rejected it.
    await doc.incrementalRemove();
    const answer = await patchRow(store, "campaigns", made.id, { title: "Typed too late" });
    expect(answer).toMatchObject({ ok: false, error: { type: "not_found" } });
    expect(await store.device.outbox.toArray()).toEqual([
      expect.objectContaining({ kind: "recovered", field: "title", text: "Typed too late" }),
    ]);
  });

  test("O2 a change that is rejected again on retry stays in the outbox", long, async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const bad = campaignInput({ title: "Twice rejected", start_date: "2026-01-02", end_date: "2026-01-01" });
    const made = value(await campaignCreate(store, bad, briefInput));
    const key = `rejected|campaigns|${made.id}`;
    const first = await until("the first rejection", async () => await store.device.outbox.get(key));
    value(await rejectedRetry(store, key));
    const again = await until("the second rejection", async () => {
      const entry = await store.device.outbox.get(key);
      return entry && entry.at > first.at ? entry : undefined;
    });
    expect(again.doc.title).toBe("Twice rejected");
    await dev.drained();
    expect(await store.device.outbox.get(key)).toEqual(again);
  });

  test("O2 three edits of one row, each rejected with the same number: every text is readable", long, async () => {
    const dev = await scenario.signedUp("developer");
    const other = await scenario.signedUp("tester");
    const campaign = await published(dev);
    await scenario.letIn(other, campaign);
    await other.see(campaignById(campaign.id), (c) => c?.status === "active");
    const store = await other.store();
    const titles = ["First words", "Second words", "Third words"];
    for (const title of titles) {
      value(await patchRow(store, "campaigns", campaign.id, { title }));
      // Rejected and reverted: the next edit starts from the server's number again.
      await other.see(rejectedChanges(), (l) => l.some((e) => e.kind === "rejected" && e.doc.title === title));
      await other.see(campaignById(campaign.id), (c) => c?.title === campaign.title);
    }
    const kept = await firstValueFrom(rejectedChanges().observe(store));
    expect(kept.map((e) => (e.kind === "rejected" ? e.doc.title : e.text)).sort()).toEqual(titles.sort());
  });

  test("O2 a row recreated under its id is distinct from the first one: its text arrives", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const made = value(await campaignCreate(store, campaignInput(), briefInput));
    await dev.drained();
    const again = (instructions: string) =>
      insertRow(store, "briefs", {
        ...briefInput,
        follows_newest: false,
        instructions,
        id: made.id,
        org_id: store.owner,
        developer_id: store.owner,
        known_issues: [],
        announcements: [],
        tasks: [],
      });
    const onServer = async () =>
      (await scenario.sql<{ instructions: string }>("select instructions from briefs where id = $1", [made.id]))[0];
    value(await again("Made again"));
    await until("the words of the second", async () =>
      (await onServer())?.instructions === "Made again" ? true : undefined,
    );
  });
});
