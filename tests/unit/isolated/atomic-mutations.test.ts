// A mutation is one transaction. Each is killed before each of its writes in turn: the device
// database is as it was. Then it runs to its end.
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import type { OutboxEntry } from "../../../sync/database/device-db.ts";
import { writtenAt } from "../../../sync/database/local-rows.ts";
import type { PendingFile } from "../../../sync/database/pending-item.ts";
import { openStore, type Store } from "../../../sync/database/store.ts";
import { applicationReplace, campaignApply } from "../../../sync/mutations/applications.ts";
import {
  appCreate,
  appDelete,
  appIcon,
  releaseCreate,
  releaseEdit,
  releaseFile,
} from "../../../sync/mutations/apps.ts";
import { campaignCreate, campaignEdit } from "../../../sync/mutations/campaigns.ts";
import {
  reportAttach,
  reportDetach,
  reportDiscard,
  reportEdit,
  reportStart,
  reportSubmit,
} from "../../../sync/mutations/feedback.ts";
import { rejectedRetry, restoreText } from "../../../sync/mutations/outbox.ts";
import { commitReview, scheduleReview } from "../../../sync/mutations/pending-reviews.ts";
import { avatarChange } from "../../../sync/mutations/profile.ts";
import { patchRow } from "../../../sync/mutations/row.ts";
import { pendingRows, pendingStored } from "../../../sync/outbox/pending-changes.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import type { Campaign } from "../../../sync/schema/campaigns.ts";
import type { Feedback } from "../../../sync/schema/feedback.ts";
import type { Role } from "../../../sync/schema/profiles.ts";
import type { Result } from "../../../sync/transport/result.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { attachmentDriver } from "../../../sync/uploads/attachments.ts";
import { briefInput, campaignInput, value } from "../../fixtures/sync/scenario.ts";

let open: Store | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await open?.close();
  open = undefined;
});

const id = () => crypto.randomUUID();
async function storeOf(role: Role): Promise<Store> {
  const person = { id: id(), name: "P", email: "p@example.test", role };
  open = await openStore(person, { device: id(), multiInstance: false });
  return open;
}

/** All tables. A picture counts by its checksum. */
async function contentOf({ device }: Store): Promise<unknown> {
  const tables = device.tables.map(async (table) => [table.name, await table.toArray()] as const);
  return JSON.parse(JSON.stringify(Object.fromEntries(await Promise.all(tables))));
}

/** From this write on, the tab is dead. @returns how many writes were tried, and restores */
function killBefore(write: number) {
  let tried = 0;
  const spies = (["put", "add", "delete"] as const).map((name) => {
    const own = IDBObjectStore.prototype[name] as (...args: unknown[]) => IDBRequest;
    return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (
      this: IDBObjectStore,
      ...args: unknown[]
    ) {
      tried += 1;
      if (tried <= write) return own.apply(this, args);
      this.transaction.abort();
      throw new DOMException("The tab was killed", "AbortError");
    });
  });
  return () => {
    for (const spy of spies) spy.mockRestore();
    return tried;
  };
}

async function isAtomic(store: Store, mutation: () => Promise<Result<unknown>>): Promise<void> {
  const before = await contentOf(store);
  for (let write = 0; ; write++) {
    const revive = killBefore(write);
    const done = await mutation();
    if (revive() <= write) {
      value(done);
      // One write is atomic anyway.
      expect(write).toBeGreaterThan(1);
      expect(await contentOf(store)).not.toEqual(before);
      return;
    }
    expect(done.ok).toBe(false);
    expect(await contentOf(store), `killed before write ${write + 1}`).toEqual(before);
  }
}

const picture = (text: string) => ({ name: "a.png", blob: new Blob([text], { type: "image/png" }) });

async function drafting(filled: Partial<Feedback> = {}) {
  const store = await storeOf("tester");
  const application = { id: id(), campaign_id: id(), campaign_title: "A", org_id: id(), developer_id: id() };
  const started = value(await reportStart(store, { ...application, release_id: null } as Application, ""));
  const draft = value(await patchRow(store, "feedback", started.id, { rating: 3, details: "Twice", ...filled }));
  return { store, draft };
}

/** Puts the report's version into the outbox, as a rejected push does. */
async function reject(store: Store, doc: Feedback & { _deleted?: boolean }, base?: Feedback): Promise<string> {
  const key = `rejected|feedback|${doc.id}`;
  const entry = { kind: "rejected", collection: "feedback", code: "wrong_state", message: "", field: "", text: "" };
  await store.device.outbox.put({ ...entry, key, id: doc.id, doc, at: "2026-11-01", base } as OutboxEntry);
  return key;
}

test("S11 O1 a photo is attached with its bytes, its upload and its row, or not at all", async () => {
  const { store, draft } = await drafting();
  await isAtomic(store, () => reportAttach(store, draft.id, picture("first")));
  const row = await store.collection("feedback").findOne(draft.id).exec();
  const [first] = row?.toMutableJSON().attachments ?? [];
  expect(await store.device.pending.toArray()).toMatchObject([{ id: first?.id, sha256: first?.sha256 }]);
  expect(await store.device.blobs.count()).toBe(1);
});

test("S11 O1 where no Blob can be stored, the transaction runs again with the photo's bytes", async () => {
  const { store, draft } = await drafting();
  const own = IDBObjectStore.prototype.put;
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...args) {
    if (!((args[0] as { data?: unknown }).data instanceof Blob)) return own.apply(this, args);
    this.transaction.abort();
    throw new DOMException("Error preparing Blob/File data to be stored in object store", "UnknownError");
  });
  const photo = value(await reportAttach(store, draft.id, picture("first")));
  put.mockRestore();
  const row = await store.collection("feedback").findOne(draft.id).exec();
  expect(row?.toJSON().attachments).toEqual([photo]);
  expect(await store.device.blobs.toArray()).toMatchObject([{ sha256: photo.sha256, data: { type: "image/png" } }]);
  expect(await store.device.pending.count()).toBe(1);
});

test("S11 O1 a photo replaces another one, leaves a report and goes with its draft in one transaction", async () => {
  const { store, draft } = await drafting();
  const first = value(await reportAttach(store, draft.id, picture("first")));
  let second = first;
  await isAtomic(store, async () => {
    const done = await reportAttach(store, draft.id, picture("second"), first);
    if (done.ok) second = done.value;
    return done;
  });
  expect(await store.device.blobs.toCollection().primaryKeys()).toEqual([second.sha256]);
  // Damaged, and chosen again: the same bytes.
  const again = value(await reportAttach(store, draft.id, picture("second"), second));
  expect(await store.device.blobs.toCollection().primaryKeys()).toEqual([again.sha256]);
  await isAtomic(store, () => reportDetach(store, draft.id, again));
  value(await reportAttach(store, draft.id, picture("third")));
  await reject(store, draft);
  await isAtomic(store, () => reportDiscard(store, draft.id));
});

test("S11 O1 O2 a photo of a rejected report is stored with its version in the outbox, which is sent in one transaction", async () => {
  const { store, draft } = await drafting();
  const key = await reject(store, { ...draft, summary: "Rejected", status: "submitted" }, draft);
  await isAtomic(store, () => reportAttach(store, draft.id, picture("first")));
  expect((await store.device.outbox.get(key))?.doc.attachments).toHaveLength(1);
  await isAtomic(store, () => reportSubmit(store, draft.id));
  const row = await store.collection("feedback").findOne(draft.id).exec();
  expect(row?.toJSON()).toMatchObject({ status: "submitted", summary: "Rejected", attachments: [{ name: "a.png" }] });
  expect(await store.device.outbox.count()).toBe(0);
});

test.each(["with a row", "without a row"])("O2 a rejected change %s is sent again in one transaction", async (kind) => {
  const { store, draft } = await drafting();
  const doc = { ...draft, summary: "Rejected", reason: "Not mine" };
  const key = await reject(store, kind === "with a row" ? doc : { ...doc, id: id() }, draft);
  await isAtomic(store, () => rejectedRetry(store, key));
  const left = await store.device.outbox.toArray();
  expect(left.map(({ kind: entry, text }) => [entry, text])).toEqual([["recovered", "Not mine"]].slice(0, left.length));
  const rows = await store.collection("feedback").find().exec();
  expect(rows.map(({ summary }) => summary)).toContain("Rejected");
});

test("O2 a rejected deletion is sent again as one", async () => {
  const { store, draft } = await drafting();
  const key = await reject(store, { ...draft, summary: "Edited, then deleted", _deleted: true }, draft);
  await isAtomic(store, () => rejectedRetry(store, key));
  expect(await store.device.outbox.toArray()).toEqual([]);
  expect(await store.collection("feedback").find().exec()).toEqual([]);
  const [pending] = await pendingRows(store, "feedback");
  expect(pending).toMatchObject({ id: draft.id, _deleted: true });
});

test("S10 O2 a report that its author goes on writing after a rejected deletion is sent, not deleted", async () => {
  const { store, draft } = await drafting();
  await reject(store, { ...draft, _deleted: true }, draft);
  value(await reportEdit(store, draft.id, { rating: 4, summary: "Still there", details: "It crashes." }));
  value(await reportSubmit(store, draft.id));
  // The draft's earlier text, which the server never had, is kept.
  const left = await store.device.outbox.toArray();
  expect(left.map(({ kind, text }) => [kind, text])).toEqual([["recovered", draft.details]]);
  const [sent] = await pendingRows(store, "feedback");
  expect(sent).toMatchObject({ id: draft.id, summary: "Still there", status: "submitted", _deleted: false });
});

test("O2 a recovered text leaves the outbox with the write that puts it back", async () => {
  const { store, draft } = await drafting();
  const entry = { key: "r", kind: "recovered", collection: "feedback", id: draft.id, code: "conflict" } as const;
  const text = { field: "details", text: "Three times", message: "", at: "2026-11-01" };
  await store.device.outbox.put({ ...entry, ...text, doc: { ...draft, details: "Three times" } });
  await isAtomic(store, () => restoreText(store, "r"));
  expect((await store.collection("feedback").findOne(draft.id).exec())?.details).toBe("Three times");
  // The replaced text was never sent.
  const left = await store.device.outbox.toArray();
  expect(left.map(({ kind, field, text: kept }) => [kind, field, kept])).toEqual([
    ["recovered", "details", draft.details],
  ]);
});

test("S18 O2 held decisions are written, or go to the outbox, in the transaction that ends the hold", async () => {
  const { store: tester, draft } = await drafting({ status: "submitted" });
  await tester.close();
  const store = await storeOf("developer");
  const reports = ["submitted", "approved"].map((status) => ({ ...draft, id: id(), status, sync_xid: "1" }));
  await store.transaction(["feedback"], (rows) =>
    rows.write(
      "feedback",
      reports.map((row) => ({ doc: { ...row, _deleted: false } })),
    ),
  );
  const ids = reports.map((row) => row.id);
  const decision = { to: "changes_requested", reason: "Which phone?" } as const;
  value(await scheduleReview(store, ids, decision, "page"));
  let first: Result<void> | undefined;
  await isAtomic(store, async () => {
    first = await commitReview(store, ids);
    // The other one was decided by a colleague.
    const decidedBefore = !first.ok && first.error.type === "not_allowed";
    return decidedBefore ? { ok: true, value: undefined } : first;
  });
  expect(first).toMatchObject({ error: { code: "wrong_state" } });
  const rows = await store.collection("feedback").findByIds(ids).exec();
  expect(ids.map((one) => rows.get(one)?.status)).toEqual(["changes_requested", "approved"]);
  expect(await store.device.outbox.toArray()).toMatchObject([{ field: "status", text: "changes_requested" }]);
  expect(await store.device.drafts.count()).toBe(0);
});

test("S15 a campaign and its brief are written together", async () => {
  const store = await storeOf("developer");
  const owner = { org_id: id(), name: "Org" };
  const { id: first } = value(await campaignCreate(store, campaignInput(), briefInput, owner));
  await isAtomic(store, () => campaignCreate(store, campaignInput(), briefInput, owner));
  const brief = { ...briefInput, instructions: "Open it twice" };
  await isAtomic(store, () => campaignEdit(store, first, { title: "Another title" }, brief));
  expect(await campaignEdit(store, first, { title: "Rejected" }, { ...brief, release_id: "none" })).toMatchObject({
    error: { type: "invalid" },
  });
  expect((await store.collection("campaigns").findOne(first).exec())?.title).toBe("Another title");
});

test("B19 O1 a silent tester is replaced in one transaction, and the removal is pushed first", async () => {
  const tester = await storeOf("tester");
  const input = { message: "", answers: [], agreement_version: 0 };
  const apply = async () => {
    const campaign = { id: id(), title: "A", org_id: id(), developer_id: id() } as Campaign;
    return value(await campaignApply(tester, campaign, input));
  };
  const [silent, waiting] = [await apply(), await apply()];
  await tester.close();
  const store = await storeOf("developer");
  const at = new Date().toISOString();
  await store.transaction(["applications"], (rows) =>
    rows.write("applications", [
      { doc: { ...waiting, sync_xid: "1", _deleted: false } },
      { doc: { ...silent, status: "accepted", accepted_at: at, sync_xid: "1", _deleted: false } },
    ]),
  );
  expect(await applicationReplace(store, silent.id, waiting.id, " ")).toMatchObject({ ok: false });
  expect(await applicationReplace(store, waiting.id, silent.id, "Silent")).toMatchObject({ ok: false });
  await isAtomic(store, () => applicationReplace(store, silent.id, waiting.id, "Silent"));
  const pending = (await pendingStored(store, "applications")).sort((a, b) => writtenAt(a) - writtenAt(b));
  expect(new Set(pending.map(writtenAt)).size).toBe(2);
  expect(pending).toMatchObject([
    { id: silent.id, status: "removed", reason: "Silent" },
    { id: waiting.id, status: "accepted" },
  ]);
});

test("S20 O1 a release and its file are written, changed and deleted together", async () => {
  const store = await storeOf("developer");
  const input = { title: "App", description: "", platform: "android", type: "APK", icon_path: "" } as const;
  const lists = { screenshots: [], requirements: [], compatibility: "" };
  const app = value(await appCreate(store, { ...input, ...lists }, { org_id: id(), name: "Org" }));
  const icon = picture("icon").blob;
  await isAtomic(store, () => appIcon(store, app.id, icon));
  const build = (text: string) => new File([text], "a.apk");
  const made: string[] = [];
  await isAtomic(store, async () => {
    const done = await releaseCreate(store, app.id, { version: "1", notes: "" }, build("first"));
    if (done.ok) made.push(done.value.id);
    return done;
  });
  const [release = ""] = made;
  await isAtomic(store, () => releaseFile(store, release, build("second")));
  // The build and the icon.
  expect(await store.device.blobs.count()).toBe(2);
  await isAtomic(store, () => releaseEdit(store, release, { kind: "link", link_url: "https://example.test/a" }));
  value(await releaseFile(store, release, build("third")));
  await isAtomic(store, () => appDelete(store, app.id));
  expect(await store.collection("apps").count().exec()).toBe(0);
  expect((await store.device.pending.toArray()).map(({ kind }) => kind)).toEqual(["image"]);
});

test("S13 O1 a profile names its picture in the transaction that stores it", async () => {
  const store = await storeOf("tester");
  const { id: person, name, email } = store.person as NonNullable<Store["person"]>;
  const at = "2026-11-01T00:00:00.000Z";
  const texts = { status_reason: "", avatar_path: "", bio: "", company: "", website: "", report_guide: "open" };
  const profile = {
    ...{ id: person, name, email, role: "tester", status: "active", ...texts, devices: [], expertise: [] },
    ...{ social_links: { github: "", twitter: "", linkedin: "" }, karma: 0, rating: null, tests_completed: 0 },
    ...{ last_sign_in_at: null, is_sample: false, created_at: at, updated_at: at, _deleted: false },
    ...{ sync_xid: "1", sync_client: id(), sync_seq: 1 },
  };
  await store.transaction(["profiles"], (rows) => rows.write("profiles", [{ doc: profile }]));
  await isAtomic(store, () => avatarChange(store, picture("face").blob));
});

test("S11 O1 a photo that another device has removed leaves the queue; one whose report is not here or is rejected stays", async () => {
  const { store, draft } = await drafting();
  const photo = value(await reportAttach(store, draft.id, picture("first")));
  const driver = attachmentDriver(store, {} as Transport);
  const [item] = await store.device.pending.toArray();
  const ask = async (subject = draft.id) => {
    expect(await driver?.isDue?.({ ...(item as PendingFile), subject })).toBe(false);
    return [await store.device.pending.count(), await store.device.blobs.count()];
  };
  const pull = (row: object) =>
    store.transaction(["feedback"], async (rows) => {
      await rows.read("feedback", [draft.id]);
      await rows.write("feedback", [{ doc: { ...draft, sync_xid: "1", _deleted: false, ...row } }]);
    });
  expect(await ask()).toEqual([1, 1]);
  // A rebuilt store has not pulled the report yet.
  expect(await ask(id())).toEqual([1, 1]);
  const key = await reject(store, { ...draft, attachments: [photo] });
  await pull({ attachments: [] });
  expect(await ask()).toEqual([1, 1]);
  await store.device.outbox.delete(key);
  expect(await ask()).toEqual([0, 0]);
});

test("S10 O2 text typed into a report that was deleted elsewhere is kept", async () => {
  const { store, draft } = await drafting();
  await store.transaction(["feedback"], async (rows) => {
    const here = await rows.read("feedback", [draft.id]);
    const deleted = { ...(here.get(draft.id)?.doc ?? draft), _deleted: true, sync_xid: "1" };
    await rows.write("feedback", [{ doc: deleted }]);
  });
  expect(await reportEdit(store, draft.id, { details: "Late" })).toMatchObject({ error: { type: "not_found" } });
  expect(await store.device.outbox.toArray()).toMatchObject([{ kind: "recovered", text: "Late" }]);
});

test("O2 a newer text that was never sent stays in the outbox when an older rejected change replaces it", async () => {
  const { store, draft } = await drafting();
  const key = await reject(store, { ...draft, details: "Rejected words" });
  value(await rejectedRetry(store, key));
  const row = await store.collection("feedback").findOne(draft.id).exec();
  expect(row?.details).toBe("Rejected words");
  const left = await store.device.outbox.toArray();
  expect(left.map(({ kind, field, text }) => [kind, field, text])).toEqual([["recovered", "details", draft.details]]);
});
