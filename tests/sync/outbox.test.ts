// What was written stays findable, whatever comes together: an edit and a refusal, an edit and its
// refused forerunner, a file and the repair of an earlier crash.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keepRefused } from "../../sync/database/outbox-writer.ts";
import { type SyncedDoc, withoutMeta } from "../../sync/database/row.ts";
import type { Store } from "../../sync/index.ts";
import { campaignApply } from "../../sync/mutations/applications.ts";
import { campaignCreate, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { commentAdd, reportAttach, reportEdit, reportStart } from "../../sync/mutations/feedback.ts";
import { editRejected, refusedRetry } from "../../sync/mutations/outbox.ts";
import { patchRow } from "../../sync/mutations/row.ts";
import { pendingRows, storedRows } from "../../sync/outbox/pending-changes.ts";
import { allFlags } from "../../sync/queries/admin.ts";
import { refusedChanges } from "../../sync/queries/outbox.ts";
import { requeueOrphanedEdits } from "../../sync/replication/orphaned-edits.ts";
import { pushRows } from "../../sync/replication/push.ts";
import { PushQueue } from "../../sync/replication/push-queue.ts";
import type { Feedback } from "../../sync/schema/feedback.ts";
import type { Flag } from "../../sync/schema/flags.ts";
import { lostCode } from "../../sync/schema/refusals.ts";
import { repairAttachments } from "../../sync/uploads/attachments.ts";
import { until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, openCampaign, today, useScenario, value } from "../fixtures/sync/scenario.ts";

const picture = (text: string) => new Blob([text], { type: "image/png" });

describe("on pglite", () => {
  const scenario = useScenario("pglite");

  /** A tester whose application waits, with a draft that is on the server. */
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
  /** A refusal that comes just now, of the row with this summary. */
  const refusing = (store: Store, draft: Feedback, summary: string) =>
    store.side.transaction("rw", store.side.outbox, () =>
      keepRefused(
        store.side,
        { collection: "feedback", doc: { ...draft, summary, sync_seq: 9 }, code: "wrong_state", message: "" },
        null,
      ),
    );
  const kept = async (store: Store) => JSON.stringify(await store.side.outbox.toArray());

  test("O4 an edit is not taken for a refused one before it, not even when that one arrives once more", async () => {
    const { tester, store, application, draft } = await drafting();
    const pushes: string[] = [];
    tester.network.fault = (url, body) => {
      if (url.endsWith("/sync_push")) pushes.push(body);
      return null;
    };
    value(await patchRow(store, "feedback", draft.id, { summary: "Sent too early", status: "submitted" }));
    await tester.see(refusedChanges(), (list) => list.some((e) => e.code === "not_accepted"));
    await tester.drained();
    tester.network.up = false;
    value(await patchRow(store, "feedback", draft.id, { summary: "Written after the refusal" }));
    await scenario.sql("update applications set status = 'accepted' where id = $1", [application.id]);
    // A proxy has held the first one back and delivers it again.
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
    expect(await kept(store)).toContain("Written after the refusal");
  });

  test("O4 a refused report that is edited while it is refused once more loses neither version", async () => {
    const { store, draft } = await drafting();
    await refusing(store, draft, "The first version");
    const both = [
      reportAttach(store, draft.id, { name: "a.png", blob: picture("a") }),
      reportEdit(store, draft.id, { details: "More of it" }),
      refusing(store, draft, "The second version"),
      editRejected(store, `refused|feedback|${draft.id}`, { steps: "1. Open" }),
    ];
    await Promise.all(both);
    const entries = await store.side.outbox.toArray();
    const refused = entries.find((e) => e.kind === "refused")?.doc as unknown as Feedback;
    expect(refused).toMatchObject({ summary: "The second version", steps: "1. Open" });
    expect(JSON.stringify(entries)).toContain("The first version");
    expect(JSON.stringify(entries)).toContain("More of it");
  });

  test("O2 what arrived is there, though its answer was lost and a proxy refuses it when it is sent once more", async () => {
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
    // Brought while the edit stands before it, it is not brought again.
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

  test("O2 a state that the row has left is not sent again, whatever base it is offered with", async () => {
    const { tester, store, draft } = await drafting();
    const [left] = await storedRows(store, "feedback", [draft.id]);
    if (!left) throw new Error("unreachable");
    const edit = { ...left, summary: "Left behind", sync_xid: "", sync_seq: left.sync_seq + 1 };
    const options = {
      ...{ store, transport: tester.sync.transport, queue: new PushQueue() },
      ...{ signal: new AbortController().signal, blocked: () => undefined, accept: () => true },
      seen: { latest: null, add: async () => undefined },
    };
    const before = tester.network.count("/sync_push");
    expect(await pushRows(options, "feedback", [{ newDocumentState: edit, assumedMasterState: left }])).toEqual([]);
    expect(tester.network.count("/sync_push")).toBe(before);
    expect(await scenario.sql("select summary from feedback where id = $1", [draft.id])).toEqual([
      { summary: "Begun in peace" },
    ]);
  });

  test("T10 O2 what an account is told while it is suspended says nothing of the rows that it sees with its rights back", async () => {
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
    // Taken once the rights were back, or refused before and in the outbox.
    const [row] = await scenario.sql("select resolution from flags where id = $1", [id]);
    expect(JSON.stringify([row, await kept(await admin.store())])).toContain("Noted while suspended");
  });

  test("O1 O2 an edit of a tab that died before it told of it is offered again", async () => {
    const { tester, store, draft } = await drafting();
    const { name: from } = store.db;
    const { schema } = store.db.collections.feedback?.storageInstance ?? {};
    await tester.kill();
    const behind = (await tester.storage.createStorageInstance({
      ...{ databaseName: from, collectionName: "feedback", schema, databaseInstanceToken: "the dead tab" },
      ...{ multiInstance: false, options: {}, devMode: false },
    } as never)) as unknown as {
      findDocumentsById(ids: string[], deleted: boolean): Promise<(SyncedDoc & { _meta: object; _rev: string })[]>;
      bulkWrite(rows: { previous: object; document: object }[], context: string): Promise<{ error: object[] }>;
      close(): Promise<void>;
    };
    const [previous] = await behind.findDocumentsById([draft.id], false);
    if (!previous) throw new Error("unreachable");
    // Stored before what was offered last.
    const edit = { summary: "Never told of", sync_xid: "", sync_seq: previous.sync_seq + 1 };
    const stamp = { _meta: { lwt: 1, base: withoutMeta(previous) }, _rev: "9-dead" };
    const written = await behind.bulkWrite([{ previous, document: { ...previous, ...edit, ...stamp } }], "dead tab");
    expect(written.error).toEqual([]);
    await behind.close();

    const again = await scenario.device(tester);
    await again.synced();
    const opened = await again.store();
    const before = again.network.count("/sync_pull");
    await until("some pulls", async () => {
      await again.sync.syncNow();
      return again.network.count("/sync_pull") > before + 4 || undefined;
    });
    expect((await pendingRows(opened, "feedback")).map((row) => row.summary)).toEqual(["Never told of"]);
    await requeueOrphanedEdits(opened, "feedback");
    await again.drained();
    expect(await scenario.sql("select summary from feedback where id = $1", [draft.id])).toEqual([
      { summary: "Never told of" },
    ]);
  });

  test("O1 a refused report that is changed while it is sent again keeps the change", async () => {
    const { tester, store, draft } = await drafting();
    tester.network.up = false;
    await refusing(store, draft, "Sent again");
    const key = `refused|feedback|${draft.id}`;
    const [again] = await Promise.all([refusedRetry(store, key), reportEdit(store, draft.id, { steps: "1. Open" })]);
    value(again);
    expect((await store.side.outbox.get(key))?.doc.steps).toBe("1. Open");
  });

  test("O1 O4 what of a refused change cannot be sent again stays readable: words that its row does not take", async () => {
    const { store, draft, application } = await drafting();
    // Nobody edits a comment, and a tester writes no reason: both came to be here all the same.
    const comment = value(await commentAdd(store, draft, "The words that stand there"));
    const entry = { kind: "refused", code: lostCode, message: "", field: "", text: "", at: "2026-11-23" } as const;
    const made = { id: comment.id, collection: "comments", doc: { ...comment, body: "Other words" } } as const;
    const decided = {
      id: application.id,
      collection: "applications",
      doc: { ...application, reason: "Not mine" },
    } as const;
    for (const { id, collection, doc } of [made, decided]) {
      const key = `refused|${collection}|${id}`;
      await store.side.outbox.put({ ...entry, key, id, collection, doc });
      value(await refusedRetry(store, key));
    }
    // Sooner or later the server refuses the comment, too: nobody answers a draft.
    const kept = await store.side.outbox.filter(({ code }) => code === lostCode).toArray();
    expect(kept.map(({ kind, code, text }) => [kind, code, text]).sort()).toEqual([
      ["recovered", lostCode, "Not mine"],
      ["recovered", lostCode, "Other words"],
    ]);
  });

  test("O1 S11 the repair of a crash leaves alone what is being attached, and frees what no report lists", async () => {
    const { store, draft } = await drafting();
    const listed = value(await reportAttach(store, draft.id, { name: "a.png", blob: picture("listed") }));
    const left = value(await reportAttach(store, draft.id, { name: "b.png", blob: picture("left behind") }));
    value(await patchRow(store, "feedback", draft.id, { attachments: [listed] }));
    const files = async () => [
      (await store.side.pending.toArray()).map(({ id }) => id).sort(),
      (await store.side.blobs.toCollection().primaryKeys()).sort(),
    ];
    const all = [[listed.id, left.id].sort(), [listed.sha256, left.sha256].sort()];
    await repairAttachments(store);
    expect(await files()).toEqual(all);
    await store.side.blobs.toCollection().modify({ at: new Date(Date.now() - 120_000).toISOString() });
    await repairAttachments(store);
    expect(await files()).toEqual([[listed.id], [listed.sha256]]);
  });
});
