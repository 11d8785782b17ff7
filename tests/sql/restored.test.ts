// Histories of a database: devices send the history they have seen with each call, and a restored
// database does not recognize it.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { applicationId, reportInput } from "../fixtures/sql/rows.ts";
import { setUpCampaign, setUpDatabase } from "../fixtures/sql/scenario.ts";
import type { pull } from "../fixtures/sql/sync-calls.ts";

interface HandledError {
  elsewhere: boolean;
  seen: { epoch: string; run: string; xid: string };
}

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { tester, open } = setUpCampaign(db);

  const asks = async (seen: Row | null, checkpoint: Row | null = null) => {
    const [row] = await db.query<{ answer: HandledError & Awaited<ReturnType<typeof pull>> }>(
      tester,
      "select public.sync_pull($1::jsonb, $2::jsonb) as answer",
      [JSON.stringify([{ collection: "settings", checkpoint, limit: 5 }]), seen === null ? null : JSON.stringify(seen)],
    );
    if (!row) throw new Error("no answer");
    return row.answer;
  };
  const sends = async (seen: Row | null, docs: Row[] = []) => {
    const rows = docs.map((doc) => ({ newDocumentState: doc, assumedMasterState: null }));
    const [row] = await db.query<{ answer: HandledError & { applied: Row[] } }>(
      tester,
      "select public.sync_push('feedback', $1::json, $2::jsonb) as answer",
      [JSON.stringify(rows), seen === null ? null : JSON.stringify(seen)],
    );
    if (!row) throw new Error("no answer");
    return row.answer;
  };
  /** Simulates a server restart. */
  const restart = (since: string) =>
    db.db.script(`update private.sync_runs set started = started - interval '1 hour';
      select private.sync_run();
      update private.sync_runs set since = '${since}' where number = (select max(number) from private.sync_runs);`);

  test("O2 the next call recognizes a returned history, also after a restart; none and that of an earlier app are ignored", async () => {
    const told = await asks(null);
    expect(told).toMatchObject({ elsewhere: false, seen: { epoch: told.epoch } });
    expect((await asks(told.seen)).elsewhere).toBe(false);
    const sent = await sends(told.seen, [
      reportInput(open, await applicationId(db, open, tester), tester, {
        status: "draft",
        sync_client: "phone",
        sync_seq: 1,
      }),
    ]);
    expect(sent.applied).toHaveLength(1);
    expect(BigInt(sent.seen.xid)).toBeGreaterThan(BigInt(told.seen.xid));
    await restart(String(BigInt(sent.seen.xid) + 1n));
    const after = await asks(sent.seen);
    expect(after.elsewhere).toBe(false);
    expect(after.seen.run).not.toBe(sent.seen.run);
  });

  test("O2 a history beyond this run's start is foreign, however far this run has come since", async () => {
    const { seen } = await asks(null);
    // The folder was restored, and the server reused the same transaction numbers.
    await restart(seen.xid);
    expect((await asks(seen)).elsewhere).toBe(true);
    expect((await asks({ ...seen, xid: String(BigInt(seen.xid) - 1n) })).elsewhere).toBe(false);
    expect((await sends(seen, [reportInput(open, randomUUID(), tester)])).applied).toEqual([]);
    for (const unknown of [
      { run: randomUUID() },
      { epoch: "other" },
      { xid: "9".repeat(18) },
      { xid: "x" },
      { run: "x" },
    ]) {
      const { seen: now } = await asks(null);
      expect([unknown, (await asks({ ...now, ...unknown })).elsewhere]).toEqual([unknown, true]);
      expect([unknown, (await sends({ ...now, ...unknown })).elsewhere]).toEqual([unknown, true]);
    }
  });

  test("O2 a checkpoint from the future is another history, and starts over", async () => {
    const { collections } = await asks(null);
    const checkpoint = collections.settings?.checkpoint ?? {};
    expect(await asks(null, checkpoint)).toMatchObject({
      elsewhere: false,
      collections: { settings: { restarted: false } },
    });
    const ahead = await asks(null, { ...checkpoint, xid: "999999999999" });
    expect(ahead).toMatchObject({ elsewhere: true, collections: { settings: { restarted: true } } });
  });

  test("O2 a database that was restored from a dump, or copied, creates a new epoch, and only then", async () => {
    const before = await asks(null);
    await db.owner("select private.sync_run()");
    expect((await asks(null)).epoch).toBe(before.epoch);
    // A dump restores the rows in new tables.
    await db.db.script(
      "update private.sync_runs set place = 'elsewhere'; update private.sync_state set home = 'elsewhere'",
    );
    const after = await asks(before.seen);
    expect(after.epoch).not.toBe(before.epoch);
    expect(after.elsewhere).toBe(true);
    expect((await asks(after.seen)).epoch).toBe(after.epoch);
  });

  test("O2 an earlier edit of the same store is an ancestor if the store claims it, and a copy's edit is a conflict", async () => {
    const application = await applicationId(db, open, tester);
    const doc = reportInput(open, application, tester, { status: "draft", sync_client: "first opening", sync_seq: 5 });
    expect((await sends(null, [doc])).applied).toHaveLength(1);
    const later = { ...doc, sync_client: "second opening", sync_seq: 9, summary: "Written on" };
    // The copy has another history of this row: it knows the previous version, not the current one.
    expect((await sends(null, [{ ...later, sync_past: { "first opening": 4 } }])).applied).toEqual([]);
    expect((await sends(null, [{ ...later, sync_past: {} }])).applied).toEqual([]);
    expect((await sends(null, [{ ...later, sync_past: { "first opening": 5 } }])).applied).toMatchObject([
      { summary: "Written on" },
    ]);
  });
});
