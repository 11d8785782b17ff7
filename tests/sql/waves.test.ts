// Waves: invites a list of candidates in steps until enough testers have joined. Tests set
// `next_at` and call the schedule like the timer. Permissions are in
// supabase/tests/permissions.test.sql.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { runScheduledJobs } from "../../supabase/local/database/schedule.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import { call, emailOf, team, verify } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, person } from "../fixtures/sql/rows.ts";
import { setUpColleagues, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

interface Waves {
  id: string;
  state: string;
  target: number;
  wave_size: number;
  pause_hours: number;
  waves_sent: number;
  candidates: number;
  invited: number;
  skipped: number;
  waiting: number;
  active: number;
  next_at: string | null;
  problem: string;
  created_by: string;
}

const addresses = (count: number) => {
  const name = randomUUID();
  return Array.from({ length: count }, (_, n) => `${name}-${n}@example.test`);
};
const hours = (until: string | null) => Math.round((new Date(until ?? 0).getTime() - Date.now()) / 3_600_000);

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { owner, admin, manager, reviewer, viewer, outsider, tester } = setUpColleagues(db);
  let org: string;
  beforeAll(async () => {
    const roles = { [admin]: "admin", [manager]: "manager", [reviewer]: "reviewer", [viewer]: "viewer" } as const;
    org = await team(db, owner, roles);
  });

  const running = (more: object = {}) =>
    campaign(db, owner, { org_id: org, visibility: "private", max_testers: 50, ...more });
  const start = (
    to: string,
    list: readonly string[] | object,
    plan: object = {},
    who = manager,
    id: string = randomUUID(),
  ) =>
    call<Waves>(db, who, "public.start_waves($1, $2, $3::jsonb, $4::jsonb)", [
      ...[to, id, JSON.stringify(list), JSON.stringify(plan)],
    ]);
  const read = (to: string, who = manager) => call<Waves>(db, who, "public.read_waves($1)", [to]);
  const change = (id: string, what: object, who = manager) =>
    call<Waves>(db, who, "public.change_waves($1, $2::jsonb)", [id, JSON.stringify(what)]);
  const add = (id: string, list: readonly string[] | object, who = manager) =>
    call<Waves>(db, who, "public.add_wave_candidates($1, $2::jsonb)", [id, JSON.stringify(list)]);
  /** Ends the pause and runs the timer. */
  const pass = async (id: string) => {
    await db.owner("update private.wave_plans set next_at = now() - interval '1 second' where id = $1", [id]);
    await db.owner("call private.run_scheduled_jobs()");
  };
  const invited = async (to: string) => {
    const sent = await db.owner<{ email: string }>(
      'select email from private.tester_invitations where campaign_id = $1 order by sent_at, email collate "C"',
      [to],
    );
    return sent.map(({ email }) => email);
  };
  const mailed = async (list: readonly string[]) =>
    (
      await db.owner(
        "select 1 from private.deliveries where email = any (array(select jsonb_array_elements_text($1::jsonb)))",
        [JSON.stringify(list)],
      )
    ).length;
  const accept = async (to: string, count: number) => {
    for (let n = 0; n < count; n++) {
      const who = await person(db, "tester");
      await db.owner("select private.grant_campaign_access($1, $2, 'email')", [to, who]);
      await apply(db, to, who);
    }
  };
  const notified = (who: string, to: string) =>
    db.owner<{ data: object }>(
      "select data from public.notifications where user_id = $1 and kind = 'waves_ended' and link = $2",
      [who, `/developer/campaigns/${to}/invitations`],
    );
  const acts = (to: string) =>
    db.owner<{ action: string; actor_name: string }>(
      "select action, actor_name from private.organization_activity where target_id = $1 order by created_at, action desc",
      [to],
    );

  test("B2 the schedule's waves count as their starter's e-mails: no mailbox gets more than by hand", async () => {
    const to = await running();
    const mailbox = randomUUID();
    const list = Array.from({ length: 12 }, (_, n) => `${mailbox}+${n}@example.test`);
    const plan = await start(to, list, { target: 20, wave_size: 4, pause_hours: 1 });
    expect(await mailed(list)).toBe(4);
    await pass(plan.id);
    await pass(plan.id);
    expect(await read(to)).toMatchObject({ invited: 12, problem: "" });
    expect(await mailed(list)).toBe(5);
  });

  test("B2 the first wave goes out at once, the next after each pause, in the order of the list, until none are left", async () => {
    const to = await running();
    expect(await read(to)).toBeNull();
    const list = addresses(5);
    const plan = await start(to, list, { target: 3, wave_size: 2, pause_hours: 5 });
    expect(plan).toMatchObject({
      ...{ state: "running", target: 3, wave_size: 2, pause_hours: 5, waves_sent: 1, problem: "" },
      ...{ candidates: 5, invited: 2, skipped: 0, waiting: 3, active: 0, created_by: "Max Manager" },
    });
    expect(hours(plan.next_at)).toBe(5);
    expect(await invited(to)).toEqual(list.slice(0, 2));
    // The next wave is not due yet.
    await db.owner("call private.run_scheduled_jobs()");
    expect(await mailed(list)).toBe(2);
    await pass(plan.id);
    await pass(plan.id);
    // All are invited; they still have one pause to respond.
    expect(await read(to)).toMatchObject({ state: "running", waves_sent: 3, invited: 5, waiting: 0 });
    expect(await mailed(list)).toBe(5);
    expect(await notified(owner, to)).toEqual([]);
    await pass(plan.id);
    expect(await read(to)).toMatchObject({ state: "exhausted", waves_sent: 3, invited: 5, next_at: null });
    const told = { campaign_title: "Pocket Budget 2.0", outcome: "exhausted", active: 0, target: 3 };
    for (const who of [owner, admin, manager]) expect(await notified(who, to)).toEqual([{ data: told }]);
    for (const who of [reviewer, viewer]) expect(await notified(who, to)).toEqual([]);
    // The user who started the plan is the author of each wave's invitations.
    const [first] = await db.owner("select invited_by from private.tester_invitations where campaign_id = $1 limit 1", [
      to,
    ]);
    expect(first).toEqual({ invited_by: manager });
    const by = (action: string) => ({ action, actor_name: "Max Manager" });
    expect(await acts(to)).toEqual([
      ...[by("waves_started"), by("testers_invited"), by("testers_invited"), by("testers_invited")],
    ]);
  });

  test("B2 a plan ends once enough testers have joined, and deletes the waiting list", async () => {
    const to = await running();
    const list = addresses(9);
    const { id } = await start(to, list, { target: 2, wave_size: 3, pause_hours: 1 });
    await accept(to, 1);
    await pass(id);
    expect(await read(to)).toMatchObject({ state: "running", active: 1, invited: 6 });
    await accept(to, 1);
    await pass(id);
    expect(await read(to)).toMatchObject({ state: "done", active: 2, invited: 6, waiting: 3, next_at: null });
    expect(await db.owner("select 1 from private.wave_candidates where plan_id = $1", [id])).toEqual([]);
    expect(await notified(owner, to)).toMatchObject([{ data: { outcome: "done", active: 2, target: 2 } }]);
    await pass(id);
    expect(await mailed(list)).toBe(6);
    // A campaign with fewer spots than the plan wants is full before that.
    const small = await running({ max_testers: 4 });
    const other = await start(small, addresses(3), { wave_size: 1 });
    expect(other.target).toBe(4);
    await accept(small, 1);
    await db.update(owner, "campaigns", small, { max_testers: 1 });
    await pass(other.id);
    expect(await read(small)).toMatchObject({ state: "done", target: 1, active: 1, invited: 1 });
  });

  test("B2 a wave skips users who can no longer be invited, and still reaches its size", async () => {
    const to = await running();
    const [in1, in2] = [await person(db, "tester"), await person(db, "tester")];
    const [first, second, ...list] = addresses(6);
    const already = await emailOf(db, in1);
    await db.owner("select private.grant_campaign_access($1, $2, 'email')", [to, in1]);
    // The list has an invalid address, a duplicate, and a tester who already joined.
    const listed = [first, "no address", String(first).toUpperCase(), already, second, await emailOf(db, in2), ...list];
    const plan = await start(to, listed as string[], { wave_size: 1 });
    expect(plan).toMatchObject({ candidates: 7, invited: 1, waiting: 6 });
    // Later: one invited by hand, one joined by a link.
    await call(db, owner, "public.invite_testers($1, $2::jsonb, true)", [to, JSON.stringify([second])]);
    await db.owner("select private.grant_campaign_access($1, $2, 'link')", [to, in2]);
    await pass(plan.id);
    expect(await read(to)).toMatchObject({ waves_sent: 2, invited: 2, skipped: 2, waiting: 3 });
    expect(await invited(to)).toEqual(expect.arrayContaining([first, second, list[0]]));
    await expect(start(await running(), ["no address"])).rejects.toEqual(rejection("invalid"));
  });

  test("B2 an address whose verified owner has blocked the organization counts as invited, and gets no message", async () => {
    const to = await running();
    const blocked = await person(db, "tester");
    await verify(db, blocked);
    const [other = ""] = addresses(1);
    const email = await emailOf(db, blocked);
    await db.owner("insert into private.organization_blocks (user_id, org_id) values ($1, $2)", [blocked, org]);
    expect(await start(to, [email, other], { wave_size: 2 })).toMatchObject({ candidates: 2, invited: 2, skipped: 0 });
    expect((await invited(to)).sort()).toEqual([email, other].sort());
    expect(await mailed([email, other])).toBe(1);
    expect(await mailed([other])).toBe(1);
  });

  test("B2 a repeated start, addition, wave or stop changes nothing; one plan at a time", async () => {
    const to = await running();
    const list = addresses(6);
    const id = randomUUID();
    const plan = await start(to, list.slice(0, 4), { wave_size: 1 }, manager, id);
    expect(await start(to, list.slice(0, 4), { wave_size: 1 }, manager, id)).toEqual(plan);
    expect(await add(id, list.slice(3))).toMatchObject({ candidates: 6, invited: 1 });
    expect(await add(id, list.slice(3))).toMatchObject({ candidates: 6 });
    await expect(start(to, addresses(1))).rejects.toEqual(rejection("duplicate"));
    await expect(start(await running(), addresses(1), {}, manager, id)).rejects.toEqual(rejection("duplicate"));
    const sent = await change(id, { do: "send", wave: 2 });
    expect(sent).toMatchObject({ waves_sent: 2, invited: 2 });
    expect(await change(id, { do: "send", wave: 2 })).toEqual(sent);
    expect(await mailed(list)).toBe(2);
    const stopped = await change(id, { do: "stop" });
    expect(stopped).toMatchObject({ state: "stopped", waiting: 4 });
    expect(await change(id, { do: "stop" })).toEqual(stopped);
    expect((await acts(to)).map(({ action }) => action)).toEqual([
      ...["waves_started", "testers_invited", "testers_invited", "waves_stopped"],
    ]);
    await pass(id);
    expect(await mailed(list)).toBe(2);
    for (const what of [{ do: "pause" }, { do: "resume" }, { do: "send", wave: 3 }])
      await expect(change(id, what)).rejects.toEqual(rejection("wrong_state"));
    await expect(add(id, addresses(1))).rejects.toEqual(rejection("wrong_state"));
    // Users who were never invited can be on the next list.
    expect(await start(to, list, { wave_size: 10 })).toMatchObject({ candidates: 4, invited: 4 });
  });

  test("B2 a paused plan sends nothing; after resuming, due waves go out within a minute", long, async () => {
    const to = await running();
    const list = addresses(3);
    const { id } = await start(to, list, { wave_size: 1 });
    expect(await change(id, { do: "pause" })).toMatchObject({ state: "paused", next_at: null });
    expect(await change(id, { do: "pause" })).toMatchObject({ state: "paused" });
    await pass(id);
    expect(await mailed(list)).toBe(1);
    await expect(change(id, { do: "send", wave: 2 })).rejects.toEqual(rejection("wrong_state"));
    expect(await add(id, addresses(1))).toMatchObject({ state: "paused", waiting: 3 });
    expect(await change(id, { do: "resume" })).toMatchObject({ state: "running", waves_sent: 1 });
    await db.owner("call private.run_scheduled_jobs()");
    expect(await mailed(list)).toBe(2);
    await expect(change(id, { do: "explode" })).rejects.toEqual(rejection("invalid"));
  });

  test(
    "B2 the daily limit postpones a wave for an hour and loses no candidate; a manual wave is rejected",
    long,
    async () => {
      const to = await running();
      const list = addresses(4);
      const { id } = await start(to, list, { wave_size: 2 });
      const bucket = `invite_testers:${org}`;
      await db.owner("update private.rate_limits set hits = 1999 where bucket = $1", [bucket]);
      await pass(id);
      const put = await read(to);
      expect(put).toMatchObject({ state: "running", problem: "rate_limited", waves_sent: 1, invited: 2, waiting: 2 });
      expect(hours(put.next_at)).toBe(1);
      await expect(change(id, { do: "send", wave: 2 })).rejects.toEqual(rejection("rate_limited"));
      // A rejected wave does not count.
      expect(await db.owner("select hits from private.rate_limits where bucket = $1", [bucket])).toEqual([
        { hits: 1999 },
      ]);
      // A plan whose first wave is postponed still counts.
      const second = await running();
      expect(await start(second, addresses(2))).toMatchObject({ problem: "rate_limited", waves_sent: 0, waiting: 2 });
      // The next day.
      await db.owner("delete from private.rate_limits where bucket = $1", [bucket]);
      await pass(id);
      expect(await read(to)).toMatchObject({ problem: "", waves_sent: 2, invited: 4 });
      expect(await mailed(list)).toBe(4);
    },
  );

  test("B2 a campaign that is over, or hidden, ends its waves; none start there", async () => {
    const [over, hidden] = [await running(), await running()];
    const list = addresses(4);
    const paused = await start(over, list.slice(0, 2), { wave_size: 1 });
    await change(paused.id, { do: "pause" });
    await db.update(owner, "campaigns", over, { status: "completed" });
    expect(await read(over)).toMatchObject({ state: "closed", waiting: 1, next_at: null });
    expect(await db.owner("select 1 from private.wave_candidates where plan_id = $1", [paused.id])).toEqual([]);
    await expect(start(over, addresses(1))).rejects.toEqual(rejection("campaign_closed"));
    await expect(start(await running({ status: "draft" }), addresses(1))).rejects.toEqual(rejection("campaign_closed"));

    const { id } = await start(hidden, list.slice(2), { wave_size: 1 });
    await db.withoutMoves("update public.campaigns set hidden = true where id = $1", [hidden]);
    for (const what of [{ do: "send", wave: 2 }, { do: "resume" }])
      await expect(change(id, what)).rejects.toEqual(rejection("campaign_closed"));
    await expect(add(id, addresses(1))).rejects.toEqual(rejection("campaign_closed"));
    expect(await change(id, { do: "pause" })).toMatchObject({ state: "paused" });
    await db.owner("update private.wave_plans set state = 'running' where id = $1", [id]);
    await pass(id);
    expect(await read(hidden)).toMatchObject({ state: "closed", invited: 1 });
    expect(await notified(owner, hidden)).toEqual([]);
    expect(await mailed(list)).toBe(2);
  });

  test("B2 past testers are invited in waves by name, except those who joined, were invited or block the organization", async () => {
    const past = await running({ visibility: "public" });
    const names = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"];
    const [ana = "", bo = "", cy = "", di = "", ed = "", flo = "", gus = ""] = await Promise.all(
      names.map((name) => person(db, "tester", { name: `Wave ${name}` })),
    );
    for (const one of [ana, bo, cy, di, ed, flo, gus]) await apply(db, past, one);
    const to = await running();
    await db.owner("select private.grant_campaign_access($1, $2, 'email')", [to, ana]);
    await call(db, manager, "public.invite_past_testers($1, $2::jsonb, true)", [to, JSON.stringify({ ids: [bo] })]);
    await call(db, cy, "public.block_organization($1, true)", [org]);
    const recipients = { search: "wave" };
    const { id, ...plan } = await start(to, recipients, { wave_size: 1 });
    expect(plan).toMatchObject({ candidates: 4, invited: 1, waiting: 3 });
    expect(await add(id, recipients)).toMatchObject({ candidates: 4, waiting: 3 });
    // Skips users who block the organization or leave while waiting.
    await call(db, ed, "public.block_organization($1, true)", [org]);
    await db.owner("delete from auth.users where id = $1", [gus]);
    await pass(id);
    expect(await read(to)).toMatchObject({ waves_sent: 2, invited: 2, skipped: 1, waiting: 1 });
    await pass(id);
    expect(await read(to)).toMatchObject({ state: "exhausted", invited: 2, skipped: 2, waiting: 0 });
    const heard = await db.owner(
      "select 1 from private.deliveries where user_id = any ($1) and kind = 'campaign_invited' and data ->> 'campaign_title' is not null",
      [[cy, ed, gus]],
    );
    expect(heard).toEqual([]);
    const invited = await db.owner<{ user_id: string }>(
      "select user_id from private.tester_invitations where campaign_id = $1 order by created_at",
      [to],
    );
    expect(invited.map(({ user_id }) => user_id)).toEqual([bo, di, flo]);
    // Rejects users of another organization, and an empty filter.
    await expect(start(await running(), { ids: [outsider, tester] })).rejects.toEqual(rejection("invalid"));
    await expect(start(await running(), { ids: "all" })).rejects.toEqual(rejection("invalid"));
  });

  test("B2 5,000 past testers fit into one plan, by one call", long, async () => {
    const other = await team(db, owner, {});
    const to = await campaign(db, owner, { org_id: other, visibility: "private", max_testers: 50 });
    await db.withoutMoves(
      `with people as (insert into public.profiles (id, name) select gen_random_uuid(), 'Many ' || n from generate_series(1, 5001) n returning id, name),
         past as (insert into private.org_testers (org_id, user_id, name_key) select $1, p.id, private.sort_key(p.name) from people p returning user_id)
       select count(*) from past`,
      [other],
    );
    const plan = await start(to, {}, { wave_size: 2 }, owner);
    expect(plan).toMatchObject({ candidates: 5000, invited: 2, waiting: 4998 });
  });

  test("B2 numbers beyond their limits are rejected, and a plan has at most 5,000 candidates", long, async () => {
    const to = await running();
    const wrong = [
      { target: 0 },
      { target: 51 },
      { wave_size: 501 },
      { pause_hours: 337 },
      { wave_size: 1.5 },
      { target: "3" },
    ];
    for (const plan of wrong) await expect(start(to, addresses(1), plan)).rejects.toEqual(rejection("invalid"));
    await expect(start(to, addresses(501))).rejects.toEqual(rejection("invalid"));
    const list = addresses(5000);
    const { id } = await start(to, list.slice(0, 500), { wave_size: 500 });
    for (let from = 500; from < 5000; from += 500) await add(id, list.slice(from, from + 500));
    await expect(add(id, addresses(1))).rejects.toEqual(rejection("too_many"));
    // Skips testers who have joined: 4,000 of them at once.
    await db.owner(
      `insert into private.tester_invitations (campaign_id, email, token_hash, expires_at)
       select $1, c.email, private.token_hash(c.email), now() + interval '1 day'
       from private.wave_candidates c where c.plan_id = $2 and c.place between 501 and 4500`,
      [to, id],
    );
    await pass(id);
    expect(await read(to)).toMatchObject({ candidates: 5000, invited: 1000, skipped: 4000, waiting: 0 });
    expect(await mailed(list.slice(4500))).toBe(500);
  });

  test("B2 owner, admin and manager plan waves; reviewer, viewer, outsider, tester and ex-member do not", async () => {
    const left = await person(db, "developer");
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
      org,
      left,
    ]);
    const to = await running();
    const { id } = await start(to, addresses(9), { wave_size: 1 }, left);
    for (const [n, who] of [owner, admin, manager, left].entries()) {
      expect(await change(id, { do: "send", wave: n + 2 }, who)).toMatchObject({ waves_sent: n + 2 });
      expect(await read(to, who)).toMatchObject({ id, waves_sent: n + 2 });
    }
    await call(db, owner, "public.remove_member($1, $2)", [org, left]);
    const rejections = { [reviewer]: "not_allowed", [viewer]: "not_allowed" };
    for (const who of [reviewer, viewer, outsider, tester, left]) {
      const calls = [
        ...[() => read(to, who), () => start(to, addresses(1), {}, who), () => add(id, addresses(1), who)],
        ...["pause", "resume", "stop", "send"].map((deed) => () => change(id, { do: deed, wave: 6 }, who)),
      ];
      for (const one of calls) await expect(one()).rejects.toEqual(rejection(rejections[who] ?? "forbidden"));
    }
    // The same response as for a missing campaign.
    await expect(change(randomUUID(), { do: "stop" }, outsider)).rejects.toEqual(rejection("forbidden"));
    // Waves pause when their starter loses the right, until a colleague resumes them.
    await pass(id);
    expect(await read(to)).toMatchObject({ state: "paused", problem: "not_allowed", waves_sent: 5 });
    await change(id, { do: "resume" }, manager);
    await pass(id);
    expect(await read(to)).toMatchObject({ state: "running", waves_sent: 6 });
  });

  test("B2 a failing plan delays no other; a minute has a limit of plans and invitations", long, async () => {
    const [bad, good] = [await running(), await running()];
    const [broken, fine] = [
      await start(bad, addresses(3), { wave_size: 1 }),
      await start(good, addresses(3), { wave_size: 1 }),
    ];
    await db.owner("update private.wave_plans set next_at = now() - interval '1 day' where id in ($1, $2)", [
      broken.id,
      fine.id,
    ]);
    // Makes writes to its campaign's invitations fail.
    await db.owner(
      `alter table private.tester_invitations add constraint broken check (campaign_id <> '${bad}') not valid`,
    );
    const due = () => db.owner<{ sent: number }>("select private.send_due_waves(1, 2000) as sent");
    const sent = [...(await due()), ...(await due())].map((row) => row.sent);
    await db.owner("alter table private.tester_invitations drop constraint broken");
    expect(sent.sort()).toEqual([0, 1]);
    expect(await read(bad)).toMatchObject({ problem: "internal", waves_sent: 1, waiting: 2 });
    expect(await read(good)).toMatchObject({ problem: "", waves_sent: 2, waiting: 1 });
    await db.owner("update private.wave_plans set next_at = now() - interval '1 second' where id in ($1, $2)", [
      broken.id,
      fine.id,
    ]);
    expect(await db.owner("select private.send_due_waves(50, 1) as sent")).toEqual([{ sent: 1 }]);
    expect(await db.owner("select private.send_due_waves(50, 1) as sent")).toEqual([{ sent: 1 }]);
  });
});

describe("on PostgreSQL", () => {
  const db = setUpDatabase("postgres");
  const dev = setUpPerson(db, "developer");

  const waves = async (count: number) => {
    const to = await campaign(db, dev, { visibility: "private", max_testers: 50 });
    const { id } = await call<Waves>(db, dev, "public.start_waves($1, $2, $3::jsonb, $4::jsonb)", [
      ...[to, randomUUID(), JSON.stringify(addresses(count)), JSON.stringify({ wave_size: 3 })],
    ]);
    return { to, id };
  };
  const due = (ids: readonly string[]) =>
    db.owner(
      "update private.wave_plans set next_at = now() - interval '1 second' where id::text = any (string_to_array($1, ','))",
      [ids.join(",")],
    );
  const read = (to: string) => call<Waves>(db, dev, "public.read_waves($1)", [to]);

  test("B2 two timers and a member send a concurrent wave once, and do not wait for a locked campaign", async () => {
    const [one, two] = [await waves(20), await waves(20)];
    await due([one.id, two.id]);
    const now = [1, 2, 3].map(() => db.owner("call private.run_scheduled_jobs()"));
    const hand = call(db, dev, "public.change_waves($1, $2::jsonb)", [one.id, JSON.stringify({ do: "send", wave: 2 })]);
    await Promise.all([...now, hand]);
    for (const { to } of [one, two]) expect(await read(to)).toMatchObject({ waves_sent: 2, invited: 6 });
    // The campaign is locked, so its wave comes a minute later.
    await due([one.id, two.id]);
    await db.db.transaction(async (session) => {
      await session.query("select 1 from public.campaigns where id = $1 for no key update", [one.to]);
      await db.owner("call private.run_scheduled_jobs()");
      expect(await read(two.to)).toMatchObject({ waves_sent: 3 });
      expect(await read(one.to)).toMatchObject({ waves_sent: 2 });
    });
    await db.owner("call private.run_scheduled_jobs()");
    expect(await read(one.to)).toMatchObject({ waves_sent: 3, invited: 9 });
  });

  test("B2 a timer killed in the middle has sent nothing, and the next one sends the wave once", long, async () => {
    const { to, id } = await waves(9);
    await due([id]);
    const killed = db.db.transaction(async (session) => {
      await runScheduledJobs(session);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await read(to)).toMatchObject({ waves_sent: 1, invited: 3, waiting: 6 });
    await db.owner("call private.run_scheduled_jobs()");
    const sent = await db.owner<{ email: string }>(
      "select d.email from private.deliveries d join private.tester_invitations i on i.email = d.email where i.campaign_id = $1",
      [to],
    );
    expect(sent).toHaveLength(6);
    expect(new Set(sent.map(({ email }) => email)).size).toBe(6);
  });
});
