import { expect, test } from "vitest";
import { type PushCall, sendRows } from "../../../sync/replication/push-call.ts";
import type { PushRow } from "../../../sync/replication/push-parts.ts";
import { createPushShare, partsOf } from "../../../sync/replication/push-parts.ts";
import { createPace } from "../../../sync/transport/pace.ts";
import { type CallFailure, fail, ok } from "../../../sync/transport/result.ts";
import { Cancelled } from "../../../sync/transport/retry-policy.ts";

/** A server that takes a limited number of rows per call. */
function server(most: number) {
  const calls: string[][] = [];
  const rpc = async (_call: unknown, { rows }: { rows: PushRow[] }) => {
    const ids = rows.map(({ newDocumentState: { id } }) => id);
    calls.push(ids);
    const taken = ids.slice(0, most);
    return ok({
      ...{ scope: "s", elsewhere: false, conflicts: [], rejected: [] },
      applied: taken.map((id) => ({ id, sync_xid: "9", sync_client: "c", sync_seq: 1, _deleted: false })),
      untried: ids.length - taken.length,
    });
  };
  const pace = createPace();
  const share = createPushShare(pace);
  const options = {
    ...{ transport: { rpc, pace }, signal: new AbortController().signal, accept: () => true, share },
    seen: { latest: null, add: async () => undefined },
  };
  // Cast: one call uses only these parts of a push.
  return { calls, options: options as unknown as PushCall };
}
const rowsOf = (ids: readonly string[]): PushRow[] =>
  ids.map(
    (id) => ({ newDocumentState: { id, sync_xid: "", sync_client: "c", sync_seq: 1, _deleted: false } }) as PushRow,
  );

test("O2 rows that the server had no time for are sent again at once, in order, until none is left", async () => {
  const { calls, options } = server(2);
  const answer = await sendRows(options, "comments", rowsOf(["a", "b", "c", "d", "e"]));
  // The next call has as many rows as the server just processed.
  expect(calls).toEqual([["a", "b", "c", "d", "e"], ["c", "d"], ["e"]]);
  expect(answer.ok && answer.value.applied.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
});

test("O2 a server that takes no rows ends the push, and they stay pending", async () => {
  const { calls, options } = server(0);
  const answer = await sendRows(options, "comments", rowsOf(["a", "b", "c"]));
  expect(calls).toHaveLength(3);
  expect(answer).toMatchObject({ ok: true, value: { applied: [] } });
});

test("O2 after a failed call, edited rows are read again, but a new row is repeated until the server answers", async () => {
  const { calls, options } = server(2);
  const { rpc } = options.transport;
  let fails = 1;
  const failing = async (...args: Parameters<typeof rpc>) => {
    const answer = await rpc(...args);
    return fails-- > 0 ? fail({ type: "offline" }) : answer;
  };
  const transport = { ...options.transport, rpc: failing, pause: async () => undefined };
  const edited = { ...options, transport, isOutdated: () => true } as PushCall;
  const [row] = rowsOf(["a"]);
  if (!row) throw new Error("unreachable");
  const known = { ...row, assumedMasterState: { ...row.newDocumentState, sync_xid: "7" } };
  await expect(sendRows(edited, "comments", [known])).rejects.toThrow(Cancelled);
  expect(calls).toEqual([["a"]]);
  fails = 1;
  expect(await sendRows(edited, "comments", [row])).toMatchObject({ ok: true, value: { applied: [{ id: "a" }] } });
  expect(calls).toEqual([["a"], ["a"], ["a"]]);
});

/** A server or connection that fails with `failure` above a number of rows. */
function tooSlow(failure: CallFailure) {
  const sizes: number[] = [];
  const limits = { most: 60 };
  const pauses: unknown[] = [];
  const transport = {
    pace: createPace(),
    pause: async (...args: unknown[]) => void pauses.push(args),
    rpc: async (_call: unknown, { rows }: { rows: PushRow[] }) => {
      sizes.push(rows.length);
      if (rows.length > limits.most) return fail(failure);
      return ok({
        ...{ scope: "s", elsewhere: false, conflicts: [], rejected: [], untried: 0 },
        applied: rows.map(({ newDocumentState: { id } }) => ({
          ...{ id, sync_xid: "9", sync_client: "c", sync_seq: 1, _deleted: false },
        })),
      });
    },
  };
  const options = {
    ...{ transport, signal: new AbortController().signal, accept: () => true },
    ...{ share: createPushShare(transport.pace), seen: { latest: null, add: async () => undefined } },
  };
  // Cast: one call uses only these parts of a push.
  return { sizes, limits, pauses, options: options as unknown as PushCall };
}
const ids = Array.from({ length: 400 }, (_, i) => String(i));

test.each<[string, CallFailure]>([
  ["504 of a gateway", { type: "retry", status: 504, code: "" }],
  ["57014, a statement that was cancelled", { type: "retry", status: 500, code: "57014", afterMs: 2_000 }],
  ["no answer within the time limit", { type: "offline", timedOut: true }],
])("O2 after %s calls get smaller, stay below each failed size, and grow again", async (_, failure) => {
  const { sizes, limits, pauses, options } = tooSlow(failure);
  const answer = await sendRows(options, "comments", rowsOf(ids));
  expect(answer.ok && answer.value.applied.map(({ id }) => id)).toEqual(ids);
  expect(sizes.slice(0, 4)).toEqual([400, 200, 100, 50]);
  expect(sizes.filter((size) => size === 400)).toHaveLength(1);
  expect(pauses).toHaveLength(failure.type === "retry" ? sizes.filter((size) => size > limits.most).length : 0);
  if (failure.type === "retry" && failure.afterMs) expect(pauses[0]).toContain(2_000);
  limits.most = 1_000;
  sizes.length = 0;
  for (const part of partsOf(rowsOf([...ids, ...ids.map((id) => `${id}b`)]), options.share)) {
    await sendRows(options, "comments", part);
  }
  expect(sizes.length).toBeLessThan(7);
  expect(Math.max(...sizes)).toBeGreaterThan(sizes[0] ?? 0);
});

test("O2 a row that is too large even alone is retried and never rejected", async () => {
  const { sizes, limits, options } = tooSlow({ type: "retry", status: 504, code: "" });
  limits.most = 0;
  const { pause } = options.transport;
  options.transport.pause = async (tries, ...rest) => {
    if (tries === 5) limits.most = 1;
    return pause(tries, ...rest);
  };
  const answer = await sendRows(options, "comments", rowsOf(["a"]));
  expect(answer).toMatchObject({ ok: true, value: { applied: [{ id: "a" }], rejected: [] } });
  expect(sizes).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test("O2 a single row that is too large and no longer pulled is rejected as deleted", async () => {
  const gone = { id: "a", sync_xid: "7", sync_client: "", sync_seq: 1, _deleted: true };
  const rpc = async (_call: unknown, { rows }: { rows: PushRow[] }) => {
    if (rows[0]?.assumedMasterState?.sync_xid !== "")
      return fail({ type: "rejected", status: 413, code: "", message: "" });
    const rejected = [{ id: "a", code: "forbidden", message: "", row: gone }];
    return ok({ scope: "s", elsewhere: false, applied: [], conflicts: [], rejected, untried: 0 });
  };
  const { options } = server(1);
  const [row] = rowsOf(["a"]) as [PushRow];
  const assumedMasterState = { ...row.newDocumentState, sync_xid: "6" };
  const answer = await sendRows({ ...options, transport: { ...options.transport, rpc } } as PushCall, "releases", [
    { ...row, assumedMasterState },
  ]);
  expect(answer).toMatchObject({ ok: true, value: { rejected: [{ id: "a", row: { _deleted: true } }] } });
});

test("O2 an invalid batch is halved until the faulty row is alone, and the other rows are applied in order", async () => {
  const { calls, options } = server(500);
  // Cast: the server above reads only the rows.
  const answerOf = options.transport.rpc as unknown as (call: unknown, args: { rows: PushRow[] }) => unknown;
  const rpc = async (call: unknown, args: { rows: PushRow[] }) => {
    const answer = answerOf(call, args);
    if (args.rows[0]?.assumedMasterState?.sync_xid === "") {
      const rejected = [{ id: "c", code: "forbidden", message: "", row: null }];
      return ok({ scope: "s", elsewhere: false, applied: [], conflicts: [], rejected, untried: 0 });
    }
    const isFaulty = args.rows.some(({ newDocumentState: { id } }) => id === "c");
    return isFaulty ? fail({ type: "rejected", status: 422, code: "invalid", message: "" }) : answer;
  };
  const transport = { ...options.transport, rpc };
  const answer = await sendRows({ ...options, transport } as PushCall, "comments", rowsOf(["a", "b", "c", "d", "e"]));
  expect(calls.map((ids) => ids.join(""))).toEqual(["abcde", "abc", "ab", "c", "c", "de"]);
  expect(answer.ok && answer.value.applied.map(({ id }) => id)).toEqual(["a", "b", "d", "e"]);
  expect(answer.ok && answer.value.rejected).toMatchObject([{ id: "c", code: "invalid", row: null }]);
});
