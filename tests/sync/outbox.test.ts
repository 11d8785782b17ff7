// Edits stay findable in every combination: an edit and a rejection, an edit and its rejected
// predecessor.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keepRejected } from "../../sync/database/outbox-writer.ts";
import { withoutMeta } from "../../sync/database/row.ts";
import { keyOf } from "../../sync/database/store.ts";
import type { Store } from "../../sync/index.ts";
import { campaignApply } from "../../sync/mutations/applications.ts";
import { campaignCreate, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { commentAdd, reportAttach, reportEdit, reportStart } from "../../sync/mutations/feedback.ts";
import { rejectedRetry } from "../../sync/mutations/outbox.ts";
import { patchRow } from "../../sync/mutations/row.ts";
import { allFlags } from "../../sync/queries/admin.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import type { Feedback } from "../../sync/schema/feedback.ts";
import type { Flag } from "../../sync/schema/flags.ts";
import { lostCode } from "../../sync/schema/rejections.ts";
import { long } from "../fixtures/long.ts";
import { until } from "../fixtures/sync/device.ts";
import { openDeviceDb } from "../fixtures/sync/device-db.ts";
import { briefInput, campaignInput, openCampaign, today, useScenario, value } from "../fixtures/sync/scenario.ts";

const picture = (text: string) => new Blob([text], { type: "image/png" });

describe("the outbox", () => {
  const scenario = useScenario();

  /** Creates a tester with a pending application and a draft on the server. */
  async function drafting() {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const input = campaignInput({ title: "By hand only", auto_select: false });
    const made = value(await campaignCreate(await dev.store(), input, briefInput));
    const campaign = value(await campaignPublish(await dev.store(), made.id, today()));
    const seen = await openCampaign(tester, campaign);
    const store = await tester.store();
    const application = value(await campaignApply(store, seen, { message: "", answers: [], agreement_version: 0 }));
    const draft = value(await reportStart(store, application, ""));
    value(await reportEdit(store, draft.id, { rating: 3, summary: "Begun in peace", details: "Every screen" }));
    await tester.drained();
    return { tester, store, application, draft };
  }
  /** Simulates a new rejection of the row with this summary. */
  const rejecting = (store: Store, draft: Feedback, summary: string) =>
    store.device.transaction("rw", store.device.outbox, () =>
      keepRejected(
        store.device,
        { collection: "feedback", doc: { ...draft, summary, sync_seq: 9 }, code: "wrong_state", message: "" },
        null,
      ),
    );
  const kept = async (store: Store) => JSON.stringify(await store.device.outbox.toArray());

  test("O4 an edit is distinct from a rejected one before it, even if that one arrives again", async () => {
    const { tester, store, application, draft } = await drafting();
    const pushes: string[] = [];
    tester.network.fault = (url, body) => {
      if (url.endsWith("/sync_push")) pushes.push(body);
      return null;
    };
    value(await patchRow(store, "feedback", draft.id, { summary: "Sent too early", status: "submitted" }));
    await tester.see(rejectedChanges(), (list) => list.some((e) => e.code === "not_accepted"));
    await tester.drained();
    tester.network.up = false;
    value(await patchRow(store, "feedback", draft.id, { summary: "Written after the rejection" }));
    await scenario.sql("update applications set status = 'accepted' where id = $1", [application.id]);
    // A proxy delayed the first request and delivers it again.
    const { access_token } = JSON.parse(tester.disk.getItem("betaflock-auth") ?? "{}") as { access_token: string };
    const { url, publishableKey } = scenario.backend;
    const again = await fetch(`${url}/rest/v1/rpc/sync_push`, {
      method: "POST",
      headers: { apikey: publishableKey, authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: pushes.findLast((body) => body.includes("Sent too early")) ?? "",
    });
    expect(await again.json()).toMatchObject({ applied: [{ summary: "Sent too early" }] });
    tester.network.up = true;
    await tester.sync.syncNow();
    await tester.drained();
    expect(await kept(store)).toContain("Written after the rejection");
  });

  test("O4 a rejected report that is edited during its second rejection loses neither version", async () => {
    const { store, draft } = await drafting();
    await rejecting(store, draft, "The first version");
    const both = [
      reportAttach(store, draft.id, { name: "a.png", blob: picture("a") }),
      reportEdit(store, draft.id, { details: "More of it" }),
      rejecting(store, draft, "The second version"),
      rejectedRetry(store, `rejected|feedback|${draft.id}`, { steps: "1. Open" }),
    ];
    await Promise.all(both);
    // Each version is in the outbox, or was sent again.
    const row = await store.collection("feedback").findOne(draft.id).exec();
    const all = JSON.stringify([row?.toJSON(), await kept(store)]);
    for (const text of ["The first version", "The second version", "More of it", "1. Open"])
      expect(all).toContain(text);
  });

  test("O2 a change that arrived counts, although its response was lost and a proxy rejects the retry", async () => {
    const { tester, store, application } = await drafting();
    const tries: string[] = [];
    let passed = false;
    tester.network.fault = (url, body) => {
      if (!url.includes("/sync_push") || !body.includes("Sent three times")) return null;
      tries.push(body);
      if (tries.length === 1) return { kind: "answer_lost" };
      return { kind: passed ? "status" : "dropped", status: 413 };
    };
    const made = value(await reportStart(store, application, "Sent three times"));
    await until("the row to have arrived", async () => {
      const there = await scenario.sql("select 1 from feedback where id = $1", [made.id]);
      return there.length === 1 || undefined;
    });
    // Pulled while an edit was pending, the row is not pulled again.
    const before = tester.network.count("/sync_pull");
    await until("the pull to pass the row", async () => {
      await tester.sync.syncNow();
      return tester.network.count("/sync_pull") > before + 4 || undefined;
    });
    passed = true;
    await tester.drained();
    expect(await store.collection("feedback").findOne(made.id).exec()).toMatchObject({ device: "Sent three times" });
    expect(await kept(store)).toBe("[]");
  });

  test("T10 O2 responses during a suspension do not affect the rows that are visible after it", long, async () => {
    const dev = await scenario.signedUp("developer");
    const admin = await scenario.signedUp("tester", "admin");
    await scenario.sql("update profiles set role = 'admin' where id = $1", [admin.person.id]);
    await until("an admin's store", async () => ((await admin.store()).role === "admin" ? true : undefined));
    const made = value(await campaignCreate(await dev.store(), campaignInput(), briefInput));
    value(await campaignPublish(await dev.store(), made.id, today()));
    await dev.drained();
    const id = randomUUID();
    const flag = {
      id,
      reporter_id: dev.person.id,
      content_type: "campaign",
      content_id: made.id,
      reason: "Still there",
    };
    expect((await (await dev.sync.transport.client()).from("flags").insert(flag)).error).toBe(null);
    const known = (list: readonly Flag[]) => list.find((one) => one.id === id);
    await admin.see(allFlags(), (list) => known(list) !== undefined);
    const store = await admin.store();
    admin.network.fault = (url) => (url.endsWith("/sync_pull") ? { kind: "dropped" } : null);
    const standing = (status: string) =>
      scenario.sql("update profiles set status = $2 where id = $1", [admin.person.id, status]);
    await standing("suspended");
    value(await patchRow(store, "flags", id, { resolution: "Noted while suspended" }));
    await until("an answer", async () => (admin.network.count("/sync_push") > 0 ? true : undefined));
    await until("the store to be made anew", async () => ((await admin.store()) === store ? undefined : true));
    await standing("active");
    admin.network.fault = () => null;
    await admin.sync.syncNow();
    await admin.synced();
    await admin.drained();
    expect(known(await admin.see(allFlags(), (list) => known(list) !== undefined))?.reason).toBe("Still there");
    // Accepted after the suspension, or rejected before and in the outbox.
    const [row] = await scenario.sql("select resolution from flags where id = $1", [id]);
    expect(JSON.stringify([row, await kept(await admin.store())])).toContain("Noted while suspended");
  });

  test("O1 O2 offers the edit of a tab that died before reporting it", long, async () => {
    const { tester, store, draft } = await drafting();
    const edit = { summary: "Never told of", sync_client: store.clientId };
    await tester.kill();
    const database = openDeviceDb(keyOf(tester.person.id, { device: `-${tester.name}` }));
    await database.table("feedback").update(draft.id, (row) => {
      const base = withoutMeta(structuredClone(row));
      Object.assign(row, edit, { sync_xid: "", sync_seq: row.sync_seq + 1, _meta: { ...row._meta, base } });
    });
    database.close();

    const again = await scenario.device(tester);
    await again.synced();
    await again.drained();
    expect(await scenario.sql("select summary from feedback where id = $1", [draft.id])).toEqual([
      { summary: "Never told of" },
    ]);
  });

  test("O1 a rejected report that changes during its retry keeps the change", async () => {
    const { tester, store, draft } = await drafting();
    tester.network.up = false;
    await rejecting(store, draft, "Sent again");
    const key = `rejected|feedback|${draft.id}`;
    const [again] = await Promise.all([rejectedRetry(store, key), reportEdit(store, draft.id, { steps: "1. Open" })]);
    value(again);
    // The change is in the version that is sent, or comes after it.
    const row = await store.collection("feedback").findOne(draft.id).exec();
    expect(row?.toJSON()).toMatchObject({ summary: "Sent again", steps: "1. Open", sync_xid: "" });
    expect(await store.device.outbox.count()).toBe(0);
  });

  test("O1 O4 text of a rejected change that its row cannot take back stays readable", async () => {
    const { store, draft, application } = await drafting();
    // Comments are not editable and testers write no reasons, yet both are in this outbox.
    const comment = value(await commentAdd(store, draft, "The words that stand there"));
    const entry = { kind: "rejected", code: lostCode, message: "", field: "", text: "", at: "2026-11-23" } as const;
    const made = { id: comment.id, collection: "comments", doc: { ...comment, body: "Other words" } } as const;
    const decided = {
      id: application.id,
      collection: "applications",
      doc: { ...application, reason: "Not mine" },
    } as const;
    for (const { id, collection, doc } of [made, decided]) {
      const key = `rejected|${collection}|${id}`;
      await store.device.outbox.put({ ...entry, key, id, collection, doc });
      value(await rejectedRetry(store, key));
    }
    // The server eventually rejects the comment too: drafts take no comments.
    const kept = await store.device.outbox.filter(({ code }) => code === lostCode).toArray();
    expect(kept.map(({ kind, code, text }) => [kind, code, text]).sort()).toEqual([
      ["recovered", lostCode, "Not mine"],
      ["recovered", lostCode, "Other words"],
    ]);
  });
});
