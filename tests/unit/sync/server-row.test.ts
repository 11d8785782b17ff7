// Conflict handling of applyServerRow as a table of cases. merge.test.ts covers the merge by
// column.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elsewhere } from "../../../sync/database/merge.ts";
import type { SyncedDoc } from "../../../sync/database/row.ts";
import {
  applyServerRow,
  editedRow,
  type LocalRow,
  type OutboxWrite,
  type Sent,
  type ServerEvent,
} from "../../../sync/database/server-row.ts";

const writer = { owner: "ada", role: "tester" } as const;
const apply = (local: LocalRow | undefined, event: ServerEvent) => applyServerRow("feedback", local, event, writer);

const server = (n: number, columns: object = {}): SyncedDoc => ({
  ...{ id: "a", tester_id: "ada", sync_xid: `${n}`, sync_client: "", sync_seq: n, _deleted: false },
  ...{ summary: "Crash", details: "Story", steps: "", reason: "", severity: "low", status: "draft" },
  ...{ attachments: [], tags: [], usefulness: 0, updated_at: "2026-01-01T00:00:00.000Z" },
  ...columns,
});
/** A version that this device wrote and the server does not have. */
const mine = (n: number, columns: object = {}): SyncedDoc => ({
  ...server(n, columns),
  sync_xid: "",
  sync_client: "me",
});
const taken = (n: number, columns: object = {}): SyncedDoc => ({
  ...server(n, columns),
  sync_client: "me",
  sync_xid: `1${n}`,
});
const sent = (doc: SyncedDoc, base?: SyncedDoc): Sent => ({ doc, base });
const no = { code: "wrong_state", message: "" };

interface Case {
  title: string;
  local: LocalRow | undefined;
  event: ServerEvent;
  /** Null: unchanged. */
  next: LocalRow | null;
  outbox?: object[];
}

const pending: LocalRow = { doc: mine(4, { summary: "Mine" }), base: server(3) };
const editedSince: LocalRow = { doc: mine(5, { summary: "Mine too" }), base: server(3), past: { me: 4 } };
const mineSent = sent(mine(4, { summary: "Mine" }), server(3));
const textOf = (text: string) => ({ kind: "recovered", field: "summary", text });

const cases: Case[] = [
  {
    title: "a pulled row that is not here is stored",
    local: undefined,
    event: { type: "pulled", row: server(3) },
    next: { doc: server(3) },
  },
  {
    title: "a newer pulled row replaces a confirmed one",
    local: { doc: server(3) },
    event: { type: "pulled", row: server(4) },
    next: { doc: server(4) },
  },
  {
    title: "an older pulled row is dropped: calls overtake each other",
    local: { doc: server(4) },
    event: { type: "pulled", row: server(3) },
    next: null,
  },
  {
    title: "the same row again changes nothing",
    local: { doc: server(3) },
    event: { type: "pulled", row: server(3) },
    next: null,
  },
  {
    title: "a pulled tombstone deletes a confirmed row",
    local: { doc: server(3) },
    event: { type: "pulled", row: server(4, { _deleted: true }) },
    next: { doc: server(4, { _deleted: true }) },
  },
  {
    title: "a row that the server never had is replaced by whatever comes",
    local: { doc: { ...mine(9), sync_xid: "0", _deleted: true } },
    event: { type: "pulled", row: server(3) },
    next: { doc: server(3) },
  },
  {
    title: "a pulled row waits beside a pending one for the answer to the push",
    local: pending,
    event: { type: "pulled", row: server(4) },
    next: { ...pending, newer: server(4) },
  },
  {
    title: "of two that wait the newer one stays",
    local: { ...pending, newer: server(5) },
    event: { type: "pulled", row: server(4) },
    next: null,
  },
  {
    title: "a pull of the base version changes nothing",
    local: pending,
    event: { type: "pulled", row: server(3) },
    next: null,
  },
  {
    title: "a pull that brings the edit itself confirms it: the answer was lost",
    local: pending,
    event: { type: "pulled", row: taken(4, { summary: "Mine" }) },
    next: { doc: taken(4, { summary: "Mine" }) },
  },
  {
    title: "a late pull that brings the edit itself does not replace a newer one that waits",
    local: { ...pending, newer: server(5) },
    event: { type: "pulled", row: taken(4, { summary: "Mine" }) },
    next: { doc: server(5) },
  },
  // The server took the edit.
  {
    title: "an applied edit is replaced by the server's row",
    local: pending,
    event: { type: "applied", row: taken(4, { summary: "Mine" }), sent: mineSent },
    next: { doc: taken(4, { summary: "Mine" }) },
  },
  {
    title: "a row that somebody wrote after the edit replaces the answer",
    local: { ...pending, newer: server(6) },
    event: { type: "applied", row: taken(4, { summary: "Mine" }), sent: mineSent },
    next: { doc: server(6) },
  },
  {
    title: "an edit made while its earlier version was in flight stays pending on the server's row",
    local: editedSince,
    event: { type: "applied", row: taken(4, { summary: "Mine", severity: "high" }), sent: mineSent },
    next: {
      doc: mine(5, { summary: "Mine too", severity: "high" }),
      base: taken(4, { summary: "Mine", severity: "high" }),
      past: {},
    },
  },
  {
    title: "a late answer to an earlier attempt changes nothing",
    local: { ...pending, base: server(8) },
    event: { type: "applied", row: taken(2), sent: sent(mine(2)) },
    next: null,
  },
  {
    title: "the answer once more changes nothing",
    local: { doc: taken(4, { summary: "Mine" }) },
    event: { type: "applied", row: taken(4, { summary: "Mine" }), sent: mineSent },
    next: null,
  },
  {
    title: "a copied browser profile wrote another text under the same number: this one is recovered",
    local: pending,
    event: { type: "applied", row: taken(4, { summary: "Copy" }), sent: mineSent },
    next: { doc: taken(4, { summary: "Copy" }) },
    outbox: [textOf("Mine")],
  },
  {
    title: "a row created and deleted offline becomes a tombstone",
    local: { doc: mine(2, { _deleted: true }) },
    event: { type: "unknown", sent: sent(mine(2, { _deleted: true })) },
    next: { doc: { ...mine(2, { _deleted: true }), sync_xid: "0" } },
  },
  // Another user wrote first.
  {
    title: "a conflict in other columns is merged and sent again",
    local: pending,
    event: { type: "conflict", row: server(6, { severity: "high" }), sent: mineSent },
    next: {
      doc: { ...mine(7, { summary: "Mine", severity: "high" }) },
      base: server(6, { severity: "high" }),
      past: { me: 4 },
    },
  },
  {
    title: "a conflict in one text goes to the server, and the losing text is recovered",
    local: pending,
    event: { type: "conflict", row: server(6, { summary: "Theirs" }), sent: mineSent },
    next: { doc: server(6, { summary: "Theirs" }) },
    outbox: [textOf("Mine")],
  },
  {
    title: "a conflict is merged with what was pulled after it",
    local: { ...pending, newer: server(7, { summary: "Later" }) },
    event: { type: "conflict", row: server(6, { severity: "high" }), sent: mineSent },
    next: { doc: server(7, { summary: "Later" }) },
    outbox: [textOf("Mine")],
  },
  {
    title: "the conflict once more changes nothing",
    local: { doc: mine(7, { summary: "Mine" }), base: server(6), past: { me: 4 } },
    event: { type: "conflict", row: server(6), sent: mineSent },
    next: null,
  },
  {
    title: "a row deleted elsewhere stays deleted, and the text is recovered",
    local: pending,
    event: { type: "conflict", row: server(6, { _deleted: true }), sent: mineSent },
    next: { doc: server(6, { _deleted: true }) },
    outbox: [textOf("Mine")],
  },
  // A rule rejected the edit.
  {
    title: "a rejected edit is reverted, and the person's version is in the outbox",
    local: pending,
    event: { type: "rejected", row: server(3), sent: mineSent, ...no },
    next: { doc: server(3) },
    outbox: [{ kind: "rejected", rejection: { doc: mineSent.doc, base: server(3), code: "wrong_state" } }],
  },
  {
    title: "a rejected edit of a row that this person does not pull any more deletes the row here",
    local: pending,
    event: { type: "rejected", row: server(3, { _deleted: true }), sent: mineSent, ...no },
    next: { doc: server(3, { _deleted: true }) },
    outbox: [{ kind: "rejected", rejection: { doc: mineSent.doc, base: server(3), code: "wrong_state" } }],
  },
  {
    title: "a rejected new row is deleted here",
    local: { doc: mine(1) },
    event: { type: "rejected", row: null, sent: sent(mine(1)), ...no },
    next: { doc: { ...mine(1), _deleted: true, sync_xid: "0" } },
    outbox: [{ kind: "rejected" }],
  },
  {
    title: "an edit made after the rejected one stays pending",
    local: editedSince,
    event: { type: "rejected", row: server(3), sent: mineSent, ...no },
    next: null,
    outbox: [{ kind: "rejected", rejection: { doc: mineSent.doc } }],
  },
  {
    title: "a rejection reverts to the newest version that is known",
    local: { ...pending, newer: server(6) },
    event: { type: "rejected", row: server(3), sent: mineSent, ...no },
    next: { doc: server(6) },
    outbox: [{ kind: "rejected" }],
  },
  {
    title: "a rejection that was answered before changes nothing",
    local: { doc: server(6) },
    event: { type: "rejected", row: server(3), sent: mineSent, ...no },
    next: null,
  },
  {
    title: "an edit of a row that a restored server lost is kept as lost, to be sent whole",
    local: { doc: mine(4, { summary: "Mine" }), base: { ...server(3), sync_xid: elsewhere } },
    event: {
      type: "rejected",
      row: null,
      sent: sent(mine(4, { summary: "Mine" }), { ...server(3), sync_xid: elsewhere }),
      code: "forbidden",
      message: "",
    },
    next: { doc: { ...mine(4, { summary: "Mine" }), _deleted: true, sync_xid: "0" } },
    outbox: [{ kind: "rejected", rejection: { code: "restored", base: undefined } }],
  },
];

describe("effects of a server row on a local row", () => {
  test.each(cases)("O2 $title", ({ local, event, next, outbox = [] }) => {
    const outcome = apply(local, event);
    expect(outcome.next).toEqual(next);
    expect(outcome.outbox).toMatchObject(outbox);
    expect(outcome.outbox).toHaveLength(outbox.length);
    // A response may be repeated.
    const again = apply(outcome.next ?? local, event);
    expect(again.next ?? outcome.next ?? local).toEqual(outcome.next ?? local);
  });

  test("O2 a rejected read mark is silent", () => {
    const read = { ...mine(4), read_at: "2026-01-01T00:00:00.000Z" };
    const rejection: ServerEvent = { type: "rejected", row: server(3), sent: sent(read, server(3)), ...no };
    expect(applyServerRow("notifications", { doc: read, base: server(3) }, rejection, writer).outbox).toEqual([]);
  });
});

/**
 * Values are unique: whether a column that changed and changed back counts as changed depends on
 * the versions that a device has seen.
 */
const unique = (columns: object, of: string) =>
  Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, `${value} ${of}`]));

/** A server with one row and the rules of `private.sync_decide`. */
class Server {
  row = server(1);
  xid = 1;
  readonly texts = new Set<string>();

  copy(): Server {
    return Object.assign(new Server(), { row: this.row, xid: this.xid });
  }

  /** A write by another user. */
  write(columns: object): void {
    this.xid += 1;
    this.row = {
      ...this.row,
      ...unique(columns, `theirs ${this.xid}`),
      sync_client: "",
      sync_seq: this.row.sync_seq + 1,
      sync_xid: `${this.xid}`,
    };
  }

  push({ doc, base }: Sent, past: Readonly<Record<string, number>> = {}): ServerEvent {
    const now = this.row;
    const sent = { doc, base };
    if (now.sync_client === doc.sync_client) {
      if (now.sync_seq >= doc.sync_seq) return { type: "applied", row: now, sent };
    } else if (
      !(now.sync_client !== "" && (past[now.sync_client] ?? -1) >= now.sync_seq) &&
      now.sync_xid !== base?.sync_xid
    ) {
      return { type: "conflict", row: now, sent };
    }
    if (String(doc.summary).startsWith("bad")) return { type: "rejected", row: now, sent, ...no };
    this.xid += 1;
    const { summary, details, severity, sync_client, sync_seq, _deleted } = doc;
    this.row = { ...now, summary, details, severity, sync_client, sync_seq, _deleted, sync_xid: `${this.xid}` };
    this.texts.add(String(summary)).add(String(details));
    return { type: "applied", row: this.row, sent };
  }
}

const columns = fc.oneof(
  fc.record({ summary: fc.constantFrom("1", "2", "bad") }),
  fc.record({ details: fc.constantFrom("1", "2") }),
  fc.record({ severity: fc.constantFrom("low", "high") }),
);
type Step =
  | { kind: "edit" | "write"; columns: object }
  | { kind: "push" | "pull" }
  | { kind: "deliver"; at: number; again: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("edit" as const, "write" as const), columns }),
  fc.record({ kind: fc.constantFrom("push" as const, "pull" as const) }),
  fc.record({ kind: fc.constant("deliver" as const), at: fc.nat(5), again: fc.boolean() }),
);

class DeviceOfOneRow {
  local: LocalRow = { doc: server(1) };
  readonly outbox: OutboxWrite[] = [];
  /** Typed texts by column, in order. */
  readonly typed: Record<string, string[]> = { summary: [], details: [] };
  given = 1;

  edit(change: object): void {
    const { doc } = this.local;
    if (doc._deleted) return;
    this.given = Math.max(this.given, doc.sync_seq) + 1;
    const texts = unique(change, `mine ${this.given}`);
    for (const [column, text] of Object.entries(texts)) this.typed[column]?.push(String(text));
    const next = { ...doc, ...texts, sync_xid: "", sync_client: "me", sync_seq: this.given };
    this.local = editedRow(this.local, next);
  }

  receive(event: ServerEvent): void {
    const { next, outbox } = apply(this.local, event);
    if (next) this.local = next;
    if (next?.doc.sync_xid === "") this.given = Math.max(this.given, next.doc.sync_seq);
    this.outbox.push(...outbox);
  }

  push(to: Server): ServerEvent {
    const { doc, base, past } = this.local;
    return to.push({ doc, base }, past);
  }
}

test("O2 a lost row that two devices send again loses no text of either", () => {
  const elsewhereBase = { ...server(3), sync_xid: elsewhere };
  const edit = sent(mine(4, { summary: "Mine" }), elsewhereBase);
  const gone = apply({ doc: edit.doc, base: elsewhereBase }, { type: "rejected", row: null, sent: edit, ...no });
  expect(gone.next?.doc).toMatchObject({ _deleted: true, sync_xid: "0" });
  const again = editedRow(gone.next ?? undefined, mine(5, { summary: "Mine" }));
  const other = server(6, { summary: "Sent again by the other device" });
  const { next, outbox } = apply(again, { type: "conflict", row: other, sent: sent(again.doc, again.base) });
  expect(next).toEqual({ doc: other });
  expect(outbox).toMatchObject([textOf("Mine")]);
});

describe("in any order", () => {
  test("O2 the device ends with the server's row, and no typed text is lost", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const there = new Server();
        const device = new DeviceOfOneRow();
        const waiting: ServerEvent[] = [];
        /** The checkpoint: a pull sends no version twice. */
        let pulled = 0;
        const deliver = (event: ServerEvent) => {
          if (event.type === "pulled") pulled = Math.max(pulled, Number(event.row.sync_xid));
          device.receive(event);
        };
        const inFlight = () => waiting.some(({ type }) => type !== "pulled");
        for (const one of steps) {
          if (one.kind === "edit") device.edit(one.columns);
          else if (one.kind === "write") there.write(one.columns);
          else if (one.kind === "pull") waiting.push({ type: "pulled", row: there.row });
          else if (one.kind === "push" && device.local.doc.sync_xid === "" && !inFlight())
            waiting.push(device.push(there));
          else if (one.kind === "deliver") {
            const event = waiting[one.at % Math.max(1, waiting.length)];
            if (event === undefined) continue;
            deliver(event);
            if (!one.again) waiting.splice(waiting.indexOf(event), 1);
          }
        }
        for (const event of waiting) deliver(event);
        for (let tries = 0; device.local.doc.sync_xid === ""; tries++) {
          expect(tries).toBeLessThan(10);
          device.receive(device.push(there));
        }
        if (Number(there.row.sync_xid) > pulled) device.receive({ type: "pulled", row: there.row });
        expect(device.local).toEqual({ doc: there.row });
        const kept = device.outbox.flatMap((o) =>
          o.kind === "recovered" ? [o.text] : [String(o.rejection.doc.summary), String(o.rejection.doc.details)],
        );
        for (const texts of Object.values(device.typed)) {
          const last = texts.at(-1);
          if (last !== undefined) expect(there.texts.has(last) || kept.includes(last)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("O2 pulls and push responses may arrive in any order and twice, with the same row and outbox", () => {
    fc.assert(
      fc.property(
        fc.array(columns, { minLength: 1, maxLength: 3 }),
        fc.array(columns, { maxLength: 3 }),
        fc.array(columns, { maxLength: 3 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        (edits, before, after, editAgain, random) => {
          const there = new Server();
          const first = new DeviceOfOneRow();
          const second = new DeviceOfOneRow();
          const events: ServerEvent[] = [];
          for (const change of before) {
            there.write(change);
            events.push({ type: "pulled", row: there.row });
          }
          for (const change of edits) for (const device of [first, second]) device.edit(change);
          events.push(first.push(there));
          if (editAgain) for (const device of [first, second]) device.edit({ severity: "again" });
          for (const change of after) {
            there.write(change);
            events.push({ type: "pulled", row: there.row });
          }
          const shuffled = [...events, ...events]
            .map((event) => ({ event, at: random.next().value as number }))
            .sort((a, b) => a.at - b.at);
          for (const event of events) first.receive(event);
          for (const { event } of shuffled) second.receive(event);
          const outcomes = [first, second].map((device) => {
            const own = there.copy();
            for (let tries = 0; device.local.doc.sync_xid === "" && tries < 10; tries++)
              device.receive(device.push(own));
            device.receive({ type: "pulled", row: own.row });
            const { sync_xid, sync_seq, ...row } = device.local.doc;
            const kept = device.outbox.map((o) =>
              o.kind === "recovered"
                ? `${o.field}: ${o.text}`
                : `rejected ${o.rejection.doc.summary} ${o.rejection.doc.details}`,
            );
            return { row, kept: new Set(kept) };
          });
          expect(outcomes[1]).toEqual(outcomes[0]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
