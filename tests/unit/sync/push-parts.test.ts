import { describe, expect, test } from "vitest";
import type { SyncedDoc } from "../../../sync/database/row.ts";
import { type PushRow, partsOf } from "../../../sync/replication/push-parts.ts";

const row = (id: string, now: object, before?: object): PushRow => {
  // Cast: only the row's size and state are read.
  const doc = (fields: object) => ({ id, ...fields }) as unknown as SyncedDoc;
  return { newDocumentState: doc(now), ...(before && { assumedMasterState: doc(before) }) };
};
const many = (count: number, now: object, before?: object) =>
  Array.from({ length: count }, (_, i) => row(String(i), now, before));
const sizes = (rows: PushRow[]) => [...partsOf(rows)].map((part) => part.length);

describe("one call of sync_push contains", () => {
  test("O2 nothing: no call without rows", () => {
    expect([...partsOf([])]).toEqual([]);
  });

  test("O2 500 plain rows: drafts, edits, and rows without states", () => {
    expect(sizes(many(500, { status: "draft" }))).toEqual([500]);
    expect(sizes(many(501, { status: "active", title: "b" }, { status: "active", title: "a" }))).toEqual([500, 1]);
    expect(sizes(many(500, { read_at: "2026-11-25" }, { read_at: null }))).toEqual([500]);
  });

  test("O2 100 state changes, or fewer together with plain rows", () => {
    expect(sizes(many(101, { status: "submitted" }, { status: "draft" }))).toEqual([100, 1]);
    expect(sizes(many(101, { status: "active" }))).toEqual([100, 1]);
    expect(sizes([...many(250, { status: "draft" }), ...many(60, { status: "active" })])).toEqual([300, 10]);
  });

  test("O2 half a megabyte, in the order of rows; a larger row goes alone", () => {
    const text = (length: number) => ({ status: "draft", description: "x".repeat(length) });
    expect(sizes(many(4, text(200_000)))).toEqual([2, 2]);
    const rows = [row("a", text(10)), row("b", text(900_000)), row("c", text(10))];
    expect([...partsOf(rows)].map((part) => part.map((r) => r.newDocumentState.id))).toEqual([["a"], ["b"], ["c"]]);
  });
});
