// Races of all money operations on real PostgreSQL, with one transaction held open. In any order a
// payout equals its rewards and the ledger, no call waits forever, and none fails unexpectedly.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Session } from "../../supabase/local/database/database.ts";
import type { Task } from "../../sync/schema/tasks.ts";
import { firstCases, isLongRun } from "../fixtures/long.ts";
import { become, type Row } from "../fixtures/sql/database.ts";
import { apply, campaign, day, instant, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { stepsOf, taskOf } from "../unit/tasks/cases.ts";

const db = setUpDatabase("postgres");

// One developer creates more campaigns here than the daily limit allows.
beforeEach(() => db.owner("delete from private.rate_limits"));
const dev = setUpPerson(db, "developer");
const admin = setUpPerson(db, "admin");

/**
 * An operation of a device or timer in an open transaction.
 * @returns the code of its rejection, or ""
 */
type Deed = (session: Session) => Promise<string>;

/** A rejected call is an expected result; any other error is a fault. */
async function answered(session: Session, work: () => Promise<string>): Promise<string> {
  await session.query("savepoint before_deed");
  try {
    return await work();
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string };
    if (code !== "PT422") throw error;
    await session.query("rollback to savepoint before_deed");
    return detail ?? "";
  }
}
const pushed =
  (who: string, collection: string, doc: Row, base: Row | null): Deed =>
  async (session) => {
    await become(session, who);
    const sent = [{ newDocumentState: { ...doc, sync_client: randomUUID(), sync_seq: 1 }, assumedMasterState: base }];
    return answered(session, async () => {
      const [row] = await session.query<{ answer: { rejected: { code: string }[]; conflicts: Row[] } }>(
        "select public.sync_push($1, $2::json) as answer",
        [collection, JSON.stringify(sent)],
      );
      const { rejected = [], conflicts = [] } = row?.answer ?? {};
      return rejected[0]?.code ?? (conflicts.length > 0 ? "conflict" : "");
    });
  };
const edited = async (who: string, collection: string, id: string, change: Row): Promise<Deed> => {
  const [found] = await db.query<{ row: Row }>(
    who,
    "select private.sync_row(private.sync_collection($1), $2::uuid) as row",
    [collection, id],
  );
  return pushed(who, collection, { ...found?.row, ...change }, found?.row ?? null);
};
const asOwner =
  (statement: string, params: readonly string[] = []): Deed =>
  async (session) => {
    await session.query(statement, params);
    return "";
  };
const voided =
  (reward: string): Deed =>
  async (session) => {
    await become(session, admin);
    return answered(session, async () => {
      await session.query("select public.void_reward($1, 'Sent twice')", [reward]);
      return "";
    });
  };

/**
 * Creates a tester with one reward in a pending payout, two earned ones, a suggestion whose review
 * is overdue, and an approved report on a download that the server does not know yet.
 */
async function scenario(): Promise<{ tester: string; deeds: Record<string, Deed> }> {
  const tester = await person(db, "tester");
  await db.update(tester, "accounts", tester, { paypal_email: "me@example.test" });
  const earn = async (more: Row = {}, tasks: Task[] = []) => {
    const id = await campaign(db, dev, { reward_amount_cents: 1500, ...more });
    await db.update(dev, "briefs", id, { tasks });
    const application = await apply(db, id, tester);
    const written = await report(db, id, tester, { type: "feature" });
    await db.update(dev, "feedback", written, { status: "approved", usefulness: 4 });
    return { id, application, written };
  };
  const first = await earn();
  const waiting = randomUUID();
  await db.insert(tester, "payouts", { id: waiting, tester_id: tester, currency: "USD" });
  await earn({ reward_amount_cents: 700 });
  const ideas = await earn({ reward_model: "suggestions", reward_amount_cents: 300 });
  const overdue = await report(db, ideas.id, tester, { type: "feature" });
  await db.withoutMoves("update public.feedback set due_at = now() - interval '1 minute' where id = $1", [overdue]);
  const link = await earn({ reward_model: "downloading", reward_amount_cents: 100 });
  const tested = await apply(db, await campaign(db, dev, { reward_amount_cents: 900 }), tester);
  await db.withoutMoves("update public.applications set results_status = 'submitted' where id = $1", [tested]);
  const owing = await earn({ reward_amount_cents: 500 }, [taskOf({ steps: stepsOf("a"), required_since: instant(0) })]);
  await db.update(dev, "briefs", owing.id, { tasks: [] });
  const rewards = await db.owner<{ id: string; campaign_id: string }>(
    "select id, campaign_id from public.rewards where tester_id = $1",
    [tester],
  );
  const rewardOf = (of: string) => rewards.find((r) => r.campaign_id === of)?.id ?? "";
  const second = randomUUID();
  const deeds: Record<string, Deed> = {
    "ask for a payout": (session) =>
      pushed(tester, "payouts", { id: randomUUID(), tester_id: tester, currency: "USD" }, null)(session),
    "void an earned reward": voided(rewardOf(ideas.id)),
    "void a reward in a payout": voided(rewardOf(first.id)),
    "mark as paid": await edited(admin, "payouts", waiting, { status: "paid" }),
    "mark as failed": await edited(admin, "payouts", waiting, { status: "failed", reason: "Unknown address" }),
    "approve a report": await edited(dev, "feedback", overdue, { status: "approved", usefulness: 5 }),
    "accept results": await edited(dev, "applications", tested, { results_status: "accepted" }),
    "pay a freed report": asOwner("select private.do_item('pay_freed_reports', $1)", [owing.written]),
    "do what falls due": asOwner("select private.do_item('approve_reports', $1)", [overdue]),
    "rename the campaign": await edited(dev, "campaigns", ideas.id, { title: `Renamed ${second}` }),
    "complete the campaign": await edited(dev, "campaigns", ideas.id, { status: "completed" }),
    "tell of a download": await edited(tester, "applications", link.application, { downloaded_at: instant(-1) }),
    "delete the account": asOwner("delete from auth.users where id = $1", [tester]),
  };
  return { tester, deeds };
}

const payoutsThatAreNot = `
  select p.id, p.status, p.amount_cents, coalesce(sum(r.amount_cents), 0)::int as rewards from public.payouts p
  left join public.rewards r on r.payout_id = p.id where p.tester_id = $1 group by p.id
  having case p.status when 'failed' then 0 else p.amount_cents end <> coalesce(sum(r.amount_cents), 0)
    or bool_or(r.status is distinct from p.status) filter (where r.id is not null)`;
const rewardsThatTheLedgerDenies = `
  select r.id, r.status, l.kinds from public.rewards r
  cross join lateral (select coalesce(string_agg(e.kind, ',' order by e.id), '') as kinds from public.ledger_entries e
    where e.reward_id = r.id and abs(e.amount_cents) = r.amount_cents) l
  where r.tester_id = $1 and l.kinds <> case r.status when 'void' then 'earned,voided' when 'paid' then 'earned,paid' else 'earned' end`;

async function holds(tester: string): Promise<void> {
  expect(await db.owner(payoutsThatAreNot, [tester])).toEqual([]);
  expect(await db.owner(rewardsThatTheLedgerDenies, [tester])).toEqual([]);
}

/** Waits until this backend is done or waits for a lock. */
async function settled(pid: number, done: () => boolean): Promise<void> {
  while (!done()) {
    const [row] = await db.owner<{ waits: boolean }>(
      "select coalesce(wait_event_type = 'Lock', false) as waits from pg_stat_activity where pid = $1",
      [pid],
    );
    if (row?.waits) return;
  }
}

/**
 * Runs one operation without committing, starts the others one by one, and commits once the last
 * of them waits or ends.
 */
async function beside(held: Deed, ...others: Deed[]): Promise<string[]> {
  const answers: Promise<string>[] = [];
  const first = await db.db.transaction(async (session) => {
    const answer = await held(session);
    for (const other of others) {
      let begun: (pid: number) => void = () => undefined;
      const pid = new Promise<number>((resolve) => {
        begun = resolve;
      });
      let over = false;
      const running = db.db
        .transaction(async (s) => {
          begun(Number((await s.query<{ pid: number }>("select pg_backend_pid() as pid"))[0]?.pid));
          return other(s);
        })
        .finally(() => {
          over = true;
        });
      // Checked below; must not count as unhandled while the first one commits.
      running.catch(() => undefined);
      answers.push(running);
      await settled(await pid, () => over);
    }
    return answer;
  });
  return [first, ...(await Promise.all(answers))];
}

const names = [
  "ask for a payout",
  "void an earned reward",
  "void a reward in a payout",
  "mark as paid",
  "mark as failed",
  "approve a report",
  "accept results",
  "pay a freed report",
  "do what falls due",
  "rename the campaign",
  "complete the campaign",
  "tell of a download",
  "delete the account",
];
/** Valid results for the second operation; anything else (a deadlock, a constraint) is a fault. */
const answers = /^(|conflict|wrong_state|no_rewards|no_paypal|not_allowed|forbidden)$/;

/** Each pair in one order, three per write; the nightly run has all, in both orders. */
const besides = (held: string) =>
  names.filter((_, at) => isLongRun || (at + names.indexOf(held)) % 2 === Number(at < names.indexOf(held)));
describe.each(names)("%s, held open", (held) => {
  test.each(firstCases(besides(held), 3))(
    `T8 S12 payouts and ledger hold: ${held}, concurrent with %s`,
    async (other) => {
      const { tester, deeds } = await scenario();
      const [first, second] = [deeds[held], deeds[other]];
      if (!first || !second) throw new Error("No such deed");
      for (const outcome of await beside(first, second)) expect(outcome).toMatch(answers);
      await holds(tester);
    },
  );
});

test("T8 a reward voided during a payout request is in no payout: the payout equals its rewards", async () => {
  const tester = await person(db, "tester");
  await db.update(tester, "accounts", tester, { paypal_email: "me@example.test" });
  const id = await campaign(db, dev, { end_date: day(5) });
  await apply(db, id, tester);
  await db.update(dev, "feedback", await report(db, id, tester), { status: "approved", usefulness: 4 });
  const [reward] = await db.owner<{ id: string }>("select id from public.rewards where tester_id = $1", [tester]);
  const asks = pushed(tester, "payouts", { id: randomUUID(), tester_id: tester, currency: "USD" }, null);
  expect(await beside(voided(reward?.id ?? ""), asks)).toEqual(["", "no_rewards"]);
  expect(await db.owner("select 1 from public.payouts where tester_id = $1", [tester])).toEqual([]);
});

test("T8 a payout that fails while a new request sums up rewards does not add its own to it", async () => {
  const { tester, deeds } = await scenario();
  // Pauses every request after its sum.
  await db.db.script(`create function public.pause() returns trigger language plpgsql set search_path = '' as
    $$ begin perform pg_advisory_xact_lock(41); return new; end $$;
    create trigger zzz_pause before insert on public.payouts for each row execute function public.pause()`);
  try {
    const gate = asOwner("select pg_advisory_xact_lock(41)");
    const { "ask for a payout": asks, "mark as failed": fails } = deeds;
    expect(asks && fails && (await beside(gate, asks, fails))).toEqual(["", "", ""]);
  } finally {
    await db.db.script("drop trigger zzz_pause on public.payouts; drop function public.pause()");
  }
  await holds(tester);
});

test("S18 T8 two developers who approve the same testers' reports in opposite order do not deadlock", async () => {
  const developers = [dev, await person(db, "developer")] as const;
  const testers = [await person(db, "tester"), await person(db, "tester")] as const;
  const batch = async (who: string, order: readonly string[], cents: number): Promise<Deed> => {
    const id = await campaign(db, who, { reward_amount_cents: cents });
    const docs = await Promise.all(
      order.map(async (tester) => {
        await apply(db, id, tester);
        const [found] = await db.query<{ row: Row }>(
          who,
          "select private.sync_row(private.sync_collection('feedback'), $1::uuid) as row",
          [await report(db, id, tester)],
        );
        return found?.row ?? {};
      }),
    );
    const rows = docs.map((base) => ({
      newDocumentState: { ...base, status: "approved", usefulness: 4, sync_client: randomUUID(), sync_seq: 1 },
      assumedMasterState: base,
    }));
    return async (session) => {
      await become(session, who);
      const [row] = await session.query<{ answer: { applied: Row[] } }>(
        "select public.sync_push('feedback', $1::json) as answer",
        [JSON.stringify(rows)],
      );
      return `${row?.answer.applied.length} approved`;
    };
  };
  const one = await batch(developers[0], testers, 1234);
  const two = await batch(developers[1], testers.toReversed(), 500);
  // Pauses the first batch between its first and second reward.
  await db.db.script(`create function public.pause() returns trigger language plpgsql set search_path = '' as
    $$ begin perform pg_advisory_xact_lock(42); return new; end $$;
    create trigger zzz_pause before insert on public.rewards for each row when (new.amount_cents = 1234) execute function public.pause()`);
  try {
    const gate = asOwner("select pg_advisory_xact_lock(42)");
    expect(await beside(gate, one, two)).toEqual(["", "2 approved", "2 approved"]);
  } finally {
    await db.db.script("drop trigger zzz_pause on public.rewards; drop function public.pause()");
  }
  for (const tester of testers) await holds(tester);
});

describe("T8 writes that are impossible even for a function of ours that forgets its lock", () => {
  const withPayout = async () => {
    const { tester } = await scenario();
    const [payout] = await db.owner<{ id: string }>("select id from public.payouts where tester_id = $1", [tester]);
    return { tester, payout: payout?.id ?? "" };
  };
  test.each([
    ["a void reward in a payout", "update public.rewards set status = 'void' where payout_id = $1"],
    [
      "a reward that is paid without a payout",
      "update public.rewards set payout_id = null, status = 'paid' where payout_id = $1",
    ],
    ["a payout of another amount", "update public.payouts set amount_cents = amount_cents + 1 where id = $1"],
    [
      "a reward taken out of a payout",
      "update public.rewards set status = 'earned', payout_id = null where payout_id = $1",
    ],
    ["another amount of a reward in a payout", "update public.rewards set amount_cents = 1 where payout_id = $1"],
    [
      "a payout that is paid without its rewards",
      "update public.payouts set status = 'paid', decided_at = now() where id = $1",
    ],
    [
      "somebody else's reward in a payout",
      `update public.rewards set status = 'requested', payout_id = $1
      where tester_id <> (select tester_id from public.payouts where id = $1) and status = 'earned'`,
    ],
    ["a reward in a payout of another currency", "update public.rewards set currency = 'JPY' where payout_id = $1"],
    [
      "a reward in a payout that has failed",
      "update public.payouts set status = 'failed', reason = 'x', decided_at = now() where id = $1",
    ],
  ])("T8 %s", async (_, statement) => {
    const { tester, payout } = await withPayout();
    // Constraints reject these writes, not the rules of the tables.
    const written = db.withoutMoves(statement, [payout]);
    await expect(written).rejects.toMatchObject({ code: expect.stringMatching(/^235(03|14)$/) });
    await holds(tester);
  });
});
