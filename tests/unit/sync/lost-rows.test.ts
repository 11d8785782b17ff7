// What of a row that the server had acknowledged is kept when the server was put back, as a table
// of cases: per role, whole or only its texts.
import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";
import { DeviceDb } from "../../../sync/database/device-db.ts";
import type { SyncedDoc } from "../../../sync/database/row.ts";
import type { Store } from "../../../sync/database/store.ts";
import { lostOf } from "../../../sync/replication/lost-rows.ts";
import { hasOwnWords, type Writer } from "../../../sync/schema/own.ts";
import type { Release } from "../../../sync/schema/releases.ts";
import { queueImage, resendImages } from "../../../sync/uploads/image-uploads.ts";
import { resendReleaseFile } from "../../../sync/uploads/release-uploads.ts";

const tester: Writer = { owner: "tess", role: "tester" };
const developer: Writer = { owner: "dev", role: "developer" };
const admin: Writer = { owner: "ada", role: "admin" };
const stamps = { id: "a", sync_xid: "90", sync_client: "me", sync_seq: 9, _deleted: false };

const report: SyncedDoc = {
  ...{ ...stamps, tester_id: "tess", developer_id: "dev", summary: "Mine", details: "Long", steps: "", rating: 4 },
  ...{
    status: "approved",
    usefulness: 5,
    reason: "",
    reason_code: "",
    duplicate_of: null,
    known: true,
    fixed_release_id: null,
  },
  ...{ attachments: [], uploaded: ["photo"], assignee_id: "ben", assignee_name: "Ben" },
  ...{ priority: "", tags: [] },
};
const unassigned = { assignee_id: null, assignee_name: "" };
const older = (row: SyncedDoc, change: object): SyncedDoc => ({ ...row, sync_seq: 3, sync_xid: "30", ...change });

describe("a report", () => {
  test("O2 that the server has no more is its author's to send again: as they left it, without what others wrote into it", () => {
    expect(lostOf("feedback", tester, report, undefined)).toEqual({
      whole: { ...report, status: "submitted", usefulness: 0, known: false, uploaded: [], ...unassigned },
    });
    // An id is no empty text: the row could not be made again.
    const duplicate = { ...report, status: "rejected", reason_code: "duplicate", duplicate_of: "other" };
    expect(lostOf("feedback", tester, duplicate, undefined)).toMatchObject({
      whole: { status: "submitted", duplicate_of: null, reason_code: "" },
    });
    expect(lostOf("feedback", tester, { ...report, status: "draft" }, undefined)).toMatchObject({
      whole: { status: "draft" },
    });
  });
  test("O2 of which the server has an earlier version: what its author wrote since, and not what others did", () => {
    const decided = older(report, { status: "submitted", usefulness: 0, known: false });
    expect(lostOf("feedback", tester, report, decided)).toBeNull();
    expect(lostOf("feedback", tester, report, { ...decided, summary: "Earlier" })).toMatchObject({
      whole: { summary: "Mine", status: "submitted" },
    });
    expect(lostOf("feedback", tester, report, { ...decided, status: "draft" })).toMatchObject({
      whole: { status: "submitted" },
    });
  });
  test("O2 that has a newer version on the server: only the author's texts that are not in it", () => {
    const newer = { ...report, sync_seq: 12, rating: 1, summary: "From another device" };
    expect(lostOf("feedback", tester, report, newer)).toEqual({ texts: ["summary"] });
    expect(lostOf("feedback", tester, report, { ...newer, summary: "Mine" })).toBeNull();
    expect(lostOf("feedback", tester, report, { ...newer, _deleted: true })).toBeNull();
  });
  test("O2 that a developer decided: the decision, where it can still be made; its words, where the report is gone", () => {
    const rejected = { ...report, status: "rejected", usefulness: 0, reason: "Too short" };
    expect(lostOf("feedback", developer, rejected, older(report, { status: "submitted" }))).toMatchObject({
      whole: { status: "rejected", reason: "Too short" },
    });
    expect(lostOf("feedback", developer, rejected, undefined)).toMatchObject({ whole: { reason: "Too short" } });
    expect(lostOf("feedback", developer, report, undefined)).toBeNull();
  });
});

test("O2 what is somebody else's, and what the server decided by itself, goes", () => {
  expect(hasOwnWords("feedback", developer, { ...report, reason: "automatic" })).toBe(false);
  expect(hasOwnWords("feedback", developer, { ...report, status: "submitted" })).toBe(false);
  expect(hasOwnWords("feedback", developer, { ...report, status: "changes_requested", reason: "Say more" })).toBe(true);
  const campaign = { ...stamps, developer_id: "somebody", title: "Theirs", status: "active" };
  expect(hasOwnWords("campaigns", developer, campaign)).toBe(false);
  expect(hasOwnWords("campaigns", { ...developer, owner: "somebody" }, campaign)).toBe(true);
  // Any member may have written it; nobody else has.
  for (const [organizations, own] of [
    [["org"], true],
    [["another"], false],
  ] as const)
    expect(hasOwnWords("campaigns", { ...developer, organizations }, { ...campaign, org_id: "org" })).toBe(own);
  expect(hasOwnWords("settings", admin, stamps)).toBe(true);
  expect(hasOwnWords("settings", tester, stamps)).toBe(false);
});

test("T8 O2 what was asked to be paid out and decided since is not asked for a second time", () => {
  const payout = { ...stamps, tester_id: "tess", currency: "USD", amount_cents: 1500, reason: "" };
  expect(lostOf("payouts", tester, { ...payout, status: "paid" }, undefined)).toBeNull();
  expect(lostOf("payouts", tester, { ...payout, status: "requested" }, undefined)).toMatchObject({
    whole: { status: "requested" },
  });
  expect(
    lostOf("payouts", admin, { ...payout, status: "paid" }, older(payout as SyncedDoc, { status: "requested" })),
  ).toMatchObject({ whole: { status: "paid" } });
});

test("S11 O2 the file of a lost release is sent again where it is kept for use without a network, and pictures are", async () => {
  const side = new DeviceDb("lost-files");
  const store = { side, owner: "dev", person: { id: "dev" } } as Store;
  const release = {
    id: "r",
    file_path: "dev/hash",
    file_name: "a.apk",
    content_type: "",
    size_bytes: 6,
    sha256: "hash",
  };
  await resendReleaseFile(store, release as Release);
  expect(await side.pending.count()).toBe(0);
  await side.downloads.put({
    ...{ release_id: "r", app_id: "a", title: "", version: "1", name: "a.apk", type: "", path: "dev/hash", size: 6 },
    ...{ sha256: "hash", got: 6, state: "ready", failure: "", keep: true, uncounted: false, at: "" },
  });
  for (const [index, part] of ["abc", "def"].entries())
    await side.parts.put({ release_id: "r", index, data: new Blob([part]) });
  await resendReleaseFile(store, release as Release);
  expect(await side.pending.get("release|r")).toMatchObject({ path: "dev/hash", size: 6, sent: 0, state: "pending" });
  expect(await side.blobs.get("hash")).toBeDefined();

  const picture = await queueImage(store, "avatars", new Blob(["x"], { type: "image/png" }));
  const key = `image|avatars/${picture.ok ? picture.value : ""}`;
  await side.pending.update(key, { state: "sent" });
  await resendImages(side);
  expect(await side.pending.get(key)).toMatchObject({ state: "pending" });
  side.close();
});
