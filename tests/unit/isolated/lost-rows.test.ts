// After a server restore: which acknowledged rows or texts the device keeps, as a table of cases
// per role.
import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";
import type { SyncedDoc } from "../../../sync/database/row.ts";
import { lostOf } from "../../../sync/replication/lost-rows.ts";
import { hasOwnWords, type Writer } from "../../../sync/schema/own.ts";
import type { Release } from "../../../sync/schema/releases.ts";
import { queueImage, resendImages } from "../../../sync/uploads/image-uploads.ts";
import { resendReleaseFile } from "../../../sync/uploads/release-uploads.ts";
import { openDeviceDb, plainStore } from "../../fixtures/sync/device-db.ts";

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
  test("O2 missing on the server: the author can send it again as they left it, without other users' changes", () => {
    expect(lostOf("feedback", tester, report, undefined)).toEqual({
      whole: { ...report, status: "submitted", usefulness: 0, known: false, uploaded: [], ...unassigned },
    });
    // An id is not a text: the row could not be recreated.
    const duplicate = { ...report, status: "rejected", reason_code: "duplicate", duplicate_of: "other" };
    expect(lostOf("feedback", tester, duplicate, undefined)).toMatchObject({
      whole: { status: "submitted", duplicate_of: null, reason_code: "" },
    });
    expect(lostOf("feedback", tester, { ...report, status: "draft" }, undefined)).toMatchObject({
      whole: { status: "draft" },
    });
  });
  test("O2 older on the server: keeps the author's later changes, not those of others", () => {
    const decided = older(report, { status: "submitted", usefulness: 0, known: false });
    expect(lostOf("feedback", tester, report, decided)).toBeNull();
    expect(lostOf("feedback", tester, report, { ...decided, summary: "Earlier" })).toMatchObject({
      whole: { summary: "Mine", status: "submitted" },
    });
    expect(lostOf("feedback", tester, report, { ...decided, status: "draft" })).toMatchObject({
      whole: { status: "submitted" },
    });
  });
  test("O2 newer on the server: keeps only the author's texts that it lacks", () => {
    const newer = { ...report, sync_seq: 12, rating: 1, summary: "From another device" };
    expect(lostOf("feedback", tester, report, newer)).toEqual({ texts: ["summary"] });
    expect(lostOf("feedback", tester, report, { ...newer, summary: "Mine" })).toBeNull();
    expect(lostOf("feedback", tester, report, { ...newer, _deleted: true })).toBeNull();
  });
  test("O2 decided by a developer: keeps the decision if it is still possible, and its text if the report is missing", () => {
    const rejected = { ...report, status: "rejected", usefulness: 0, reason: "Too short" };
    expect(lostOf("feedback", developer, rejected, older(report, { status: "submitted" }))).toMatchObject({
      whole: { status: "rejected", reason: "Too short" },
    });
    expect(lostOf("feedback", developer, rejected, undefined)).toMatchObject({ whole: { reason: "Too short" } });
    expect(lostOf("feedback", developer, report, undefined)).toBeNull();
  });
});

test("O2 drops rows of other users and automatic decisions of the server", () => {
  expect(hasOwnWords("feedback", developer, { ...report, reason: "automatic" })).toBe(false);
  expect(hasOwnWords("feedback", developer, { ...report, status: "submitted" })).toBe(false);
  expect(hasOwnWords("feedback", developer, { ...report, status: "changes_requested", reason: "Say more" })).toBe(true);
  const campaign = { ...stamps, developer_id: "somebody", title: "Theirs", status: "active" };
  expect(hasOwnWords("campaigns", developer, campaign)).toBe(false);
  expect(hasOwnWords("campaigns", { ...developer, owner: "somebody" }, campaign)).toBe(true);
  // Any member may have written it, but no other user.
  for (const [organizations, own] of [
    [["org"], true],
    [["another"], false],
  ] as const)
    expect(hasOwnWords("campaigns", { ...developer, organizations }, { ...campaign, org_id: "org" })).toBe(own);
  expect(hasOwnWords("settings", admin, stamps)).toBe(true);
  expect(hasOwnWords("settings", tester, stamps)).toBe(false);
});

test("T8 O2 does not request a payout again that has since been decided", () => {
  const payout = { ...stamps, tester_id: "tess", currency: "USD", amount_cents: 1500, reason: "" };
  expect(lostOf("payouts", tester, { ...payout, status: "paid" }, undefined)).toBeNull();
  expect(lostOf("payouts", tester, { ...payout, status: "requested" }, undefined)).toMatchObject({
    whole: { status: "requested" },
  });
  expect(
    lostOf("payouts", admin, { ...payout, status: "paid" }, older(payout as SyncedDoc, { status: "requested" })),
  ).toMatchObject({ whole: { status: "paid" } });
});

test("S11 O2 sends the file of a lost release again if the device has it, and pictures too", async () => {
  const device = openDeviceDb("lost-files");
  const store = plainStore(device, { owner: "dev", person: { id: "dev" } });
  const release = {
    id: "r",
    file_path: "dev/hash",
    file_name: "a.apk",
    content_type: "",
    size_bytes: 6,
    sha256: "hash",
  };
  await resendReleaseFile(store, release as Release);
  expect(await device.pending.count()).toBe(0);
  await device.downloads.put({
    ...{ release_id: "r", app_id: "a", title: "", version: "1", name: "a.apk", type: "", path: "dev/hash", size: 6 },
    ...{ sha256: "hash", got: 6, state: "ready", failure: "", keep: true, uncounted: false, at: "" },
  });
  for (const [index, part] of ["abc", "def"].entries())
    await device.parts.put({ release_id: "r", index, data: new Blob([part]) });
  await resendReleaseFile(store, release as Release);
  expect(await device.pending.get("release|r")).toMatchObject({ path: "dev/hash", size: 6, sent: 0, state: "pending" });
  expect(await device.blobs.get("hash")).toBeDefined();

  const picture = await queueImage(store, "avatars", new Blob(["x"], { type: "image/png" }));
  const key = `image|avatars/${picture.ok ? picture.value : ""}`;
  await device.pending.update(key, { state: "sent" });
  await resendImages(store);
  expect(await device.pending.get(key)).toMatchObject({ state: "pending" });
  device.close();
});
