// Two concurrent transactions on real PostgreSQL: late commits are not skipped, and nothing is
// given or paid twice.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { become } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { applicationId, apply, campaign, countsOf, newApp, person, report, reportInput } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pull, pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe("two concurrent transactions", () => {
  const db = setUpDatabase("postgres");
  const dev = setUpPerson(db, "developer");

  const gate = () => {
    let open: () => void = () => undefined;
    const passed = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, passed };
  };

  /** Waits until a transaction waits for an advisory lock, or ends without waiting. */
  const waitsOrEnds = async (work: Promise<unknown>) => {
    const ended = work.then(() => true);
    await expect
      .poll(
        async () =>
          (await Promise.race([ended, false])) ||
          (await db.owner("select 1 from pg_locks where locktype = 'advisory' and not granted")).length > 0,
      )
      .toBe(true);
  };

  test.each(["the file", "the row"])(
    "B4 S20 a package is checked when its file and its row arrive at the same time, %s first",
    async (first) => {
      const app = await newApp(db, dev);
      const [id, path] = [randomUUID(), `${dev}/${randomUUID()}`];
      const row = (held?: () => Promise<void>) =>
        db.as(dev, async (s) => {
          await s.query(
            `insert into public.releases (id, app_id, developer_id, version, file_name, file_path)
             values ($1, $2, $3, '1.0', 'map.apk', $4)`,
            [id, app, dev, path],
          );
          await held?.();
        });
      const file = (held?: () => Promise<void>) =>
        db.db.transaction(async (s) => {
          await s.query(
            `insert into storage.objects (bucket_id, name, owner_id, metadata) values ('releases', $1, $2, '{"size": 9}')`,
            [path, dev],
          );
          await held?.();
        });
      const [one, other] = first === "the file" ? [file, row] : [row, file];
      const written = gate();
      const go = gate();
      const early = one(async () => {
        written.open();
        await go.passed;
      });
      await Promise.race([written.passed, early]);
      const late = other();
      await waitsOrEnds(late);
      go.open();
      await Promise.all([early, late]);
      expect(await db.owner("select 1 from private.build_checks where release_id = $1", [id])).toHaveLength(1);
    },
  );

  test("O2 a transaction that commits late is not hidden behind a checkpoint", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    const application = await apply(db, id, tester);
    const written = gate();
    const go = gate();
    const slow = reportInput(id, application, tester, { status: "draft" });
    const late = db.as(tester, async (s) => {
      await s.query(
        "insert into public.feedback (id, campaign_id, application_id, tester_id) values ($1, $2, $3, $4)",
        [String(slow.id), id, application, tester],
      );
      written.open();
      await go.passed;
    });
    await written.passed;
    // Begun later, committed earlier: it must stay below the horizon, or the checkpoint would pass
    // the running one.
    const quick = await report(db, id, tester, { status: "draft" });
    const before = (await pull(db, tester, [{ collection: "feedback", checkpoint: null, limit: 100 }])).collections
      .feedback;
    expect(before?.rows).toEqual([]);
    go.open();
    await late;
    const after = (await pull(db, tester, [{ collection: "feedback", checkpoint: before?.checkpoint, limit: 100 }]))
      .collections.feedback;
    expect(after?.rows.map((r) => r.id)).toEqual([slow.id, quick]);
  });

  test("S9 twenty concurrent applications for the last spot: exactly one succeeds", async () => {
    const id = await campaign(db, dev, { max_testers: 1 });
    const testers = await Promise.all(Array.from({ length: 20 }, () => person(db, "tester")));
    const ids = await Promise.all(testers.map((t) => applicationId(db, id, t)));
    await Promise.all(
      testers.map((t, i) =>
        push(db, t, "applications", [{ doc: { id: ids[i], campaign_id: id, tester_id: t, status: "pending" } }]),
      ),
    );
    const rows = await db.owner<{ status: string }>("select status from public.applications where campaign_id = $1", [
      id,
    ]);
    expect(rows.filter((r) => r.status === "accepted")).toHaveLength(1);
    expect(rows.filter((r) => r.status === "pending")).toHaveLength(19);
    expect(await countsOf(db, id)).toMatchObject({ testers_joined: 1 });
  });

  test("S12 approving the same report on many devices at the same time pays once", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    await apply(db, id, tester);
    const reports = await Promise.all([0, 1, 2].map(() => report(db, id, tester)));
    const bases = await pullRows(db, dev, "feedback");
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const base = bases.find((b) => b.id === reports[i % 3]);
        return push(db, dev, "feedback", [
          {
            doc: { ...base, status: "approved", usefulness: 4, sync_client: `device ${i}`, sync_seq: 1 },
            assumed: base ?? null,
          },
        ]);
      }),
    );
    expect(answers.flatMap((a) => a.rejected)).toEqual([]);
    expect(answers.flatMap((a) => a.conflicts)).toHaveLength(9);
    expect(await db.owner("select status, amount_cents from public.rewards where campaign_id = $1", [id])).toEqual([
      { status: "earned", amount_cents: 1500 },
    ]);
    expect(await db.count(null, "apps")).toBe(0);
    const [ledger] = await db.owner<{ n: number; total: number }>(
      "select count(*)::int as n, sum(amount_cents)::int as total from public.ledger_entries where tester_id = $1",
      [tester],
    );
    expect(ledger).toEqual({ n: 1, total: 1500 });
    expect(await db.row("profiles", tester)).toMatchObject({ karma: 3 * (10 + 2 * 4) });
    expect(await countsOf(db, id)).toMatchObject({ feedback_count: 3, new_feedback_count: 0 });
  });

  test("S12 two concurrent payout requests take each reward once", async () => {
    const tester = await person(db, "tester");
    await db.update(tester, "accounts", tester, { paypal_email: "me@example.test" });
    for (let i = 0; i < 3; i++) {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await db.update(dev, "feedback", await report(db, id, tester), { status: "approved", usefulness: 3 });
    }
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        db.insert(tester, "payouts", { id: randomUUID(), tester_id: tester, currency: "USD" }),
      ),
    );
    expect(tries.filter((t) => t.status === "fulfilled")).toHaveLength(1);
    expect(tries.filter((t) => t.status === "rejected").map((t) => (t as PromiseRejectedResult).reason)).toEqual(
      Array(5).fill(rejection("no_rewards")),
    );
    expect(await db.owner("select amount_cents from public.payouts where tester_id = $1", [tester])).toEqual([
      { amount_cents: 4500 },
    ]);
  });

  test("O2 two devices edit one draft at the same time: one wins, the other gets a conflict", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    await apply(db, id, tester);
    const r = await report(db, id, tester, { status: "draft" });
    const [base] = await pullRows(db, tester, "feedback");
    const answers = await Promise.all(
      ["phone", "tablet", "laptop"].map((client) =>
        push(db, tester, "feedback", [
          { doc: { ...base, details: client, sync_client: client, sync_seq: 1 }, assumed: base ?? null },
        ]),
      ),
    );
    expect(answers.flatMap((a) => a.conflicts)).toHaveLength(2);
    const { details } = await db.row<{ details: string }>("feedback", r);
    for (const { conflicts } of answers) for (const c of conflicts) expect(c.details).toBe(details);
  });

  test("a scope change within a transaction reveals no rows of another scope", async () => {
    const a = await person(db, "tester");
    const b = await person(db, "tester");
    await db.as(a, async (s) => {
      await become(s, b);
      const rows = await s.query<{ id: string }>("select id from public.profiles");
      expect(rows.map((r) => r.id)).toEqual([b]);
    });
  });
});
