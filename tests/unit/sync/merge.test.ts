// The merge rules as a table of cases (docs/replication.md, "Merge").
import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";
import { DeviceDb } from "../../../sync/database/device-db.ts";
import { InFlightRows } from "../../../sync/database/in-flight-rows.ts";
import { conflictHandler, elsewhere, mergeRows as merge } from "../../../sync/database/merge.ts";
import type { SyncedDoc } from "../../../sync/database/row.ts";

const writer = { owner: "ada", role: "tester" } as const;
const mergeRows = (name: "feedback", before: SyncedDoc | undefined, mine: SyncedDoc, theirs: SyncedDoc) =>
  merge(name, before, mine, theirs, writer);

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
  test("O2 what only this side changed is taken, and sent again", () => {
    const { merged, recovered } = mergeRows("feedback", base, mine({ summary: "New" }), theirs({ severity: "high" }));
    expect(merged).toMatchObject({ summary: "New", severity: "high", sync_xid: "", sync_client: "me", sync_seq: 5 });
    expect(recovered).toEqual([]);
  });
  test("O2 what only the server changed stands, and nothing is sent", () => {
    const { merged } = mergeRows("feedback", base, mine({}), theirs({ severity: "high" }));
    expect(merged).toEqual(theirs({ severity: "high" }));
  });
  test("O2 a state that both changed goes to the server", () => {
    const { merged } = mergeRows("feedback", base, mine({ status: "submitted" }), theirs({ status: "approved" }));
    expect(merged.status).toBe("approved");
    expect(merged.sync_xid).toBe("20");
  });
  test("O2 S18 of two decisions the server's stands whole, and the other is kept whole", () => {
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
    // A state that the row has passed since was not overruled.
    const sent = mergeRows("feedback", base, mine({ status: "submitted" }), theirs({ status: "approved" }));
    expect(sent.recovered).toEqual([]);
  });
  test("O2 a text that both changed goes to the server, and the losing text is recovered", () => {
    const { merged, recovered } = mergeRows("feedback", base, mine({ summary: "Mine" }), theirs({ summary: "Theirs" }));
    expect(merged.summary).toBe("Theirs");
    expect(recovered).toEqual([{ field: "summary", text: "Mine" }]);
  });
  test("O2 S11 the photos that two devices put to one draft are all in it, and what either took out is not", () => {
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
  test("B10 O2 tags of two members are united, in whichever case, and what either took off is gone", () => {
    const { merged } = mergeRows(
      "feedback",
      { ...base, tags: ["login", "later"] },
      mine({ tags: ["login", "Crash"] }),
      theirs({ tags: ["login", "later", "crash", "design"] }),
    );
    expect(merged.tags).toEqual(["login", "crash", "design"]);
  });
  test("O2 S18 what two devices saved under their own ids is all there, and what only one changed is changed", () => {
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
  test("O2 the same change on both sides is no conflict", () => {
    const { merged, recovered } = mergeRows("feedback", base, mine({ summary: "Same" }), theirs({ summary: "Same" }));
    expect(merged.sync_xid).toBe("20");
    expect(recovered).toEqual([]);
  });
  test("P1 a column that is the server's is never taken from here", () => {
    const { merged } = mergeRows("feedback", base, mine({ tester_name: "Eve" }), theirs({}));
    expect(merged.tester_name).toBe("Ada");
  });
  test("O2 a deletion stands when the other side changed nothing", () => {
    expect(mergeRows("feedback", base, mine({ _deleted: true }), theirs({})).merged._deleted).toBe(true);
  });
  test("O2 a deletion loses against a change on the other side", () => {
    expect(mergeRows("feedback", base, mine({ _deleted: true }), theirs({ summary: "Edited" })).merged._deleted).toBe(
      false,
    );
  });
  test("O2 a text written here on a row that was deleted there is recovered", () => {
    const { merged, recovered } = mergeRows("feedback", base, mine({ details: "More" }), theirs({ _deleted: true }));
    expect(merged._deleted).toBe(true);
    expect(recovered).toEqual([{ field: "details", text: "More" }]);
  });
  test("O2 without a common ancestor the server stands and every differing text is recovered", () => {
    const { merged, recovered } = mergeRows("feedback", undefined, mine({ summary: "Mine" }), theirs({}));
    expect(merged.summary).toBe(base.summary);
    expect(recovered).toEqual([{ field: "summary", text: "Mine" }]);
  });
});

describe("over a base that the server lost", () => {
  const before = { ...base, sync_xid: elsewhere, tester_id: "ada", sync_seq: 9, details: "Acknowledged, and lost" };
  const here = (c: Partial<SyncedDoc>) => ({ ...before, sync_xid: "", sync_client: "me", sync_seq: 10, ...c });

  test("O2 into an older version goes all that the person wrote, and nothing that others did", () => {
    const older = theirs({ tester_id: "ada", sync_seq: 5, usefulness: 2 });
    const { merged, recovered } = mergeRows("feedback", before, here({ summary: "Mine", status: "submitted" }), older);
    const words = { summary: "Mine", details: "Acknowledged, and lost", status: "submitted", usefulness: 2 };
    expect(merged).toMatchObject({ ...words, sync_xid: "", sync_client: "me", sync_seq: 11 });
    expect(recovered).toEqual([]);
  });
  test("O2 what was edited and is not theirs to write goes with it, for the server to refuse: it would be gone without a word", () => {
    const older = theirs({ tester_id: "ada", sync_seq: 5 });
    const { merged } = mergeRows("feedback", before, here({ reason: "Mine, and not mine to give" }), older);
    expect(merged).toMatchObject({
      reason: "Mine, and not mine to give",
      details: "Acknowledged, and lost",
      sync_xid: "",
    });
  });
  test("O2 a state that the person cannot bring it to stays as it is", () => {
    const older = theirs({ tester_id: "ada", sync_seq: 5, status: "submitted" });
    expect(mergeRows("feedback", before, here({ status: "draft", summary: "Mine" }), older).merged).toMatchObject({
      status: "submitted",
      summary: "Mine",
    });
  });
  test("O2 beside a newer version the person's texts are kept, also those that had been acknowledged", () => {
    const newer = theirs({ tester_id: "ada", sync_seq: 12, summary: "Theirs" });
    const { merged, recovered } = mergeRows("feedback", before, here({ summary: "Mine" }), newer);
    expect(merged).toMatchObject({ summary: "Theirs", details: "Long story", sync_xid: "20" });
    expect(recovered).toEqual([
      { field: "summary", text: "Mine" },
      { field: "details", text: "Acknowledged, and lost" },
    ]);
  });
});

describe("conflict handler", () => {
  test("O2 a refused row goes back to the server's version whole, once", async () => {
    const side = new DeviceDb("merge-refused");
    const inFlight = new InFlightRows();
    inFlight.settle("feedback", mine({}));
    const context = { side, writer, inFlight };
    const handler = conflictHandler("feedback", context);
    const input = {
      assumedMasterState: base,
      realMasterState: theirs({}),
      newDocumentState: mine({ summary: "Mine" }),
    };
    expect(await handler.resolve(input)).toEqual(theirs({}));
    expect(await handler.resolve(input)).toMatchObject({ summary: "Mine" });
    side.close();
  });
  test("O2 the losing text is in the outbox before the row changes", async () => {
    const side = new DeviceDb("merge-kept");
    const handler = conflictHandler("feedback", { side, writer, inFlight: new InFlightRows() });
    await handler.resolve({
      assumedMasterState: base,
      realMasterState: theirs({ summary: "Theirs" }),
      newDocumentState: mine({ summary: "Mine" }),
    });
    expect(await side.outbox.toArray()).toMatchObject([{ kind: "recovered", field: "summary", text: "Mine" }]);
    side.close();
  });
  test("O2 when the outbox cannot be written the text does not lose", async () => {
    const side = new DeviceDb("merge-full");
    await side.open();
    side.close();
    const handler = conflictHandler("feedback", { side, writer, inFlight: new InFlightRows() });
    const resolved = await handler.resolve({
      assumedMasterState: base,
      realMasterState: theirs({ summary: "Theirs" }),
      newDocumentState: mine({ summary: "Mine" }),
    });
    expect(resolved).toMatchObject({ summary: "Mine", sync_xid: "" });
  });
});
