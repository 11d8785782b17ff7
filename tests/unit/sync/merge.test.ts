// Merge rules as a table of cases (docs/replication.md, "Merge").
import { describe, expect, test } from "vitest";
import { elsewhere, mergeRows as merge } from "../../../sync/database/merge.ts";
import type { SyncedDoc } from "../../../sync/database/row.ts";

const writer = { owner: "ada", role: "tester" } as const;
const mergeRows = (
  name: "feedback" | "applications",
  before: SyncedDoc | undefined,
  mine: SyncedDoc,
  theirs: SyncedDoc,
) => merge(name, before, mine, theirs, writer);

const base: SyncedDoc = {
  id: "a",
  sync_xid: "10",
  sync_client: "",
  sync_seq: 3,
  _deleted: false,
  summary: "Crash on start",
  details: "Long story",
  severity: "low",
  status: "draft",
  usefulness: 0,
  tester_name: "Ada",
};
const mine = (c: Partial<SyncedDoc>): SyncedDoc => ({ ...base, sync_xid: "", sync_client: "me", sync_seq: 4, ...c });
const theirs = (c: Partial<SyncedDoc>): SyncedDoc => ({ ...base, sync_xid: "20", ...c });

describe("merge by column", () => {
  test("O2 takes and resends columns that only this device changed", () => {
    const { merged, recovered } = mergeRows("feedback", base, mine({ summary: "New" }), theirs({ severity: "high" }));
    expect(merged).toMatchObject({ summary: "New", severity: "high", sync_xid: "", sync_client: "me", sync_seq: 5 });
    expect(recovered).toEqual([]);
  });
  test("O2 keeps columns that only the server changed, and sends nothing", () => {
    const { merged } = mergeRows("feedback", base, mine({}), theirs({ severity: "high" }));
    expect(merged).toEqual(theirs({ severity: "high" }));
  });
  test("O2 a state that both changed is the server's", () => {
    const { merged } = mergeRows("feedback", base, mine({ status: "submitted" }), theirs({ status: "approved" }));
    expect(merged.status).toBe("approved");
    expect(merged.sync_xid).toBe("20");
  });
  test("O2 S18 of two decisions the server's wins as a whole, and the other is recovered as a whole", () => {
    const open = { ...base, status: "submitted", reason_code: "", reason: "", duplicate_of: null };
    const approved = { status: "approved", usefulness: 5 };
    const rejected = { status: "rejected", reason_code: "out_of_scope", reason: "Later" };
    for (const [here, there] of [
      [approved, rejected],
      [rejected, approved],
      [approved, { ...approved, usefulness: 2 }],
    ] as const) {
      const server = { ...theirs(open), sync_xid: "20", ...there };
      const { merged, recovered } = mergeRows("feedback", open, mine({ ...open, sync_xid: "", ...here }), server);
      expect(merged).toEqual(server);
      expect(recovered).toEqual([{ field: "status", text: here.status }]);
    }
    // The row has already passed this state, so it was not overruled.
    const sent = mergeRows("feedback", base, mine({ status: "submitted" }), theirs({ status: "approved" }));
    expect(sent.recovered).toEqual([]);
  });
  test("B16 O2 of two decisions about a set of results the server's wins, and the other is recovered as a whole", () => {
    const open = { ...base, status: "accepted", results_status: "submitted", results_review: {} };
    const accepted = { results_status: "accepted", results_review: {} };
    const returned = { results_status: "returned", results_review: { t1: "Which phone?" } };
    for (const [here, there] of [
      [accepted, returned],
      [returned, accepted],
      [returned, { ...returned, results_review: { t1: "Which road?" } }],
    ] as const) {
      const server = { ...theirs(open), sync_xid: "20", ...there };
      const { merged, recovered } = mergeRows("applications", open, mine({ ...open, sync_xid: "", ...here }), server);
      expect(merged).toEqual(server);
      expect(recovered).toEqual([{ field: "results_status", text: here.results_status }]);
    }
    const both = mergeRows("applications", open, mine({ ...open, ...accepted }), theirs({ ...open, ...accepted }));
    expect(both.recovered).toEqual([]);
  });
  test("O2 a text that both changed is the server's, and the losing text is recovered", () => {
    const { merged, recovered } = mergeRows("feedback", base, mine({ summary: "Mine" }), theirs({ summary: "Theirs" }));
    expect(merged.summary).toBe("Theirs");
    expect(recovered).toEqual([{ field: "summary", text: "Mine" }]);
  });
  test("O2 S11 merges photos that two devices added to one draft, and drops those that either removed", () => {
    const photo = (id: string) => ({ id, name: `${id}.png` });
    const before = { ...base, attachments: [photo("first"), photo("second"), photo("third")] };
    const { merged, recovered } = mergeRows(
      "feedback",
      before,
      mine({ attachments: [photo("first"), photo("third"), photo("mine")] }),
      theirs({ attachments: [photo("second"), photo("third"), photo("theirs")] }),
    );
    expect(merged).toMatchObject({ attachments: [photo("third"), photo("theirs"), photo("mine")], sync_xid: "" });
    expect(recovered).toEqual([]);
    const same = { attachments: [photo("first")] };
    expect(mergeRows("feedback", before, mine(same), theirs({ ...same, severity: "high" })).merged.sync_xid).toBe("20");
    const alone = mergeRows("feedback", undefined, mine({ attachments: [photo("mine")] }), theirs(same));
    expect(alone.merged.attachments).toEqual([photo("first"), photo("mine")]);
  });
  test("B10 O2 merges tags of two members ignoring case, and drops those that either removed", () => {
    const { merged } = mergeRows(
      "feedback",
      { ...base, tags: ["login", "later"] },
      mine({ tags: ["login", "Crash"] }),
      theirs({ tags: ["login", "later", "crash", "design"] }),
    );
    expect(merged.tags).toEqual(["login", "crash", "design"]);
  });
  test("O2 S18 keeps items that two devices saved under their own ids, and changes of only one of them", () => {
    const reply = (text: string) => ({ kind: "reject", language: "en", text });
    const own: SyncedDoc = { id: "ada", sync_xid: "10", sync_client: "", sync_seq: 3, _deleted: false };
    const before = { saved_replies: { a: reply("A"), b: reply("B"), c: reply("C") } };
    const { merged } = merge(
      "accounts",
      { ...own, ...before },
      { ...own, sync_xid: "", saved_replies: { a: reply("A, shorter"), c: reply("C here"), d: reply("D") } },
      { ...own, sync_xid: "20", saved_replies: { a: reply("A"), b: reply("B"), c: reply("C there"), e: reply("E") } },
      writer,
    );
    expect(merged).toMatchObject({ sync_xid: "" });
    expect(merged.saved_replies).toEqual({ a: reply("A, shorter"), c: reply("C there"), d: reply("D"), e: reply("E") });
  });
  test("O2 the same change on both sides is not a conflict", () => {
    const { merged, recovered } = mergeRows("feedback", base, mine({ summary: "Same" }), theirs({ summary: "Same" }));
    expect(merged.sync_xid).toBe("20");
    expect(recovered).toEqual([]);
  });
  test("P1 never takes a server-owned column from the device", () => {
    const { merged } = mergeRows("feedback", base, mine({ tester_name: "Eve" }), theirs({}));
    expect(merged.tester_name).toBe("Ada");
  });
  test("O2 a deletion wins if the other side changed nothing", () => {
    expect(mergeRows("feedback", base, mine({ _deleted: true }), theirs({})).merged._deleted).toBe(true);
  });
  test("O2 a deletion loses against a change on the other side", () => {
    expect(mergeRows("feedback", base, mine({ _deleted: true }), theirs({ summary: "Edited" })).merged._deleted).toBe(
      false,
    );
  });
  test("O2 recovers a text that was typed into a row deleted on the server", () => {
    const { merged, recovered } = mergeRows("feedback", base, mine({ details: "More" }), theirs({ _deleted: true }));
    expect(merged._deleted).toBe(true);
    expect(recovered).toEqual([{ field: "details", text: "More" }]);
  });
  test("O2 without a common ancestor the server wins and every differing text is recovered", () => {
    const { merged, recovered } = mergeRows("feedback", undefined, mine({ summary: "Mine" }), theirs({}));
    expect(merged.summary).toBe(base.summary);
    expect(recovered).toEqual([{ field: "summary", text: "Mine" }]);
  });
});

describe("after the server lost the base version", () => {
  const before = { ...base, sync_xid: elsewhere, tester_id: "ada", sync_seq: 9, details: "Acknowledged, and lost" };
  const here = (c: Partial<SyncedDoc>) => ({ ...before, sync_xid: "", sync_client: "me", sync_seq: 10, ...c });

  test("O2 restores all of the user's texts to an older version, and none of other users' changes", () => {
    const older = theirs({ tester_id: "ada", sync_seq: 5, usefulness: 2 });
    const { merged, recovered } = mergeRows("feedback", before, here({ summary: "Mine", status: "submitted" }), older);
    const words = { summary: "Mine", details: "Acknowledged, and lost", status: "submitted", usefulness: 2 };
    expect(merged).toMatchObject({ ...words, sync_xid: "", sync_client: "me", sync_seq: 11 });
    expect(recovered).toEqual([]);
  });
  test("O2 also sends edited columns that the user may not write, so that the server rejects them visibly", () => {
    const older = theirs({ tester_id: "ada", sync_seq: 5 });
    const { merged } = mergeRows("feedback", before, here({ reason: "Mine, and not mine to give" }), older);
    expect(merged).toMatchObject({
      reason: "Mine, and not mine to give",
      details: "Acknowledged, and lost",
      sync_xid: "",
    });
  });
  test("O2 also sends an edited text that nobody may change, so that the server rejects it visibly", () => {
    const comment = { ...base, sync_xid: elsewhere, author_id: "ada", sync_seq: 9, body: "Acknowledged" };
    const edited = { ...comment, sync_xid: "", sync_client: "me", sync_seq: 10, body: "Typed since" };
    const older = { ...comment, sync_xid: "20", sync_seq: 5, body: "Sent again" };
    const { merged, recovered } = merge("comments", comment, edited, older, writer);
    expect(merged).toMatchObject({ body: "Typed since", sync_xid: "", sync_client: "me", sync_seq: 11 });
    expect(recovered).toEqual([]);
  });
  test("O2 keeps a state that the user cannot reach", () => {
    const older = theirs({ tester_id: "ada", sync_seq: 5, status: "submitted" });
    expect(mergeRows("feedback", before, here({ status: "draft", summary: "Mine" }), older).merged).toMatchObject({
      status: "submitted",
      summary: "Mine",
    });
  });
  test("O2 against a newer version keeps the user's texts, acknowledged ones included", () => {
    const newer = theirs({ tester_id: "ada", sync_seq: 12, summary: "Theirs" });
    const { merged, recovered } = mergeRows("feedback", before, here({ summary: "Mine" }), newer);
    expect(merged).toMatchObject({ summary: "Theirs", details: "Long story", sync_xid: "20" });
    expect(recovered).toEqual([
      { field: "summary", text: "Mine" },
      { field: "details", text: "Acknowledged, and lost" },
    ]);
  });
});
