// Reminders: their times, reasons and limits. private.send_reminders takes the time as an argument;
// each test has its own users and campaigns.
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { TestDatabase } from "../fixtures/sql/database.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, day, newApp, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpColleagues, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { marked, resultOfTask, stepsOf, taskOf } from "../unit/tasks/cases.ts";

/** Returns a time relative to noon (UTC) of today. */
const at = (days: number, hours = 0) =>
  new Date(Date.parse(`${day(0)}T12:00:00Z`) + (days * 24 + hours) * 3_600_000).toISOString();
const HOUR = 1 / 24;

const send = async (db: TestDatabase, time: string, most = 500) =>
  (await db.owner<{ n: number }>("select private.send_reminders($1, $2) as n", [time, most]))[0]?.n;
/** Runs the schedule hourly between two times and returns sent reminders. */
const run = async (db: TestDatabase, from: number, to: number) => {
  for (let time = from; time <= to + HOUR / 60; time += HOUR) await send(db, at(time));
};
const told = (db: TestDatabase, who: string) =>
  db
    .owner<{ kind: string; link: string; data: Record<string, unknown> }>(
      "select kind, link, data from public.notifications where user_id = $1 and kind like 'reminder%' order by created_at",
      [who],
    )
    .then((rows) => rows.map((row) => ({ ...row, kind: row.kind.replace("reminder_", "") })));
const kindsTold = async (db: TestDatabase, who: string) => (await told(db, who)).map((row) => row.kind);
const queued = (db: TestDatabase, who: string) => count(db, "reminders", who);
const count = async (db: TestDatabase, table: string, who: string) =>
  (await db.owner<{ n: number }>(`select count(*)::int as n from private.${table} where person_id = $1`, [who]))[0]?.n;
/** Returns the hours of a log, in UTC. */
const sentAt = (db: TestDatabase, who: string) =>
  db
    .owner<{ sent_at: Date | string }>("select sent_at from private.reminders_sent where person_id = $1 order by 1", [
      who,
    ])
    .then((rows) => rows.map((row) => new Date(row.sent_at).toISOString()));

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");

  const accept = async (campaignId: string, who?: string) => {
    const tester = who ?? (await person(db, "tester"));
    const application = await apply(db, campaignId, tester);
    await db.withoutMoves("update public.applications set accepted_at = $2 where id = $1", [application, at(0)]);
    await db.owner("select private.plan_application_reminder($1)", [application]);
    return { tester, application };
  };
  const open = (more = {}) => campaign(db, dev, { max_testers: 50, ...more });
  const withoutBuild = async (more = {}) => {
    const id = await open(more);
    await db.owner("update public.briefs set build_url = '' where id = $1", [id]);
    return id;
  };
  const downloaded = (application: string, time: string) =>
    db
      .withoutMoves("update public.applications set downloaded_at = $2 where id = $1", [application, time])
      .then(() => db.owner("select private.plan_application_reminder($1)", [application]));
  const requestChanges = async (campaignId: string, tester: string) => {
    const id = await report(db, campaignId, tester);
    await db.update(dev, "feedback", id, { status: "changes_requested", reason: "Which total?" });
    await db.withoutMoves("update public.feedback set reviewed_at = $2 where id = $1", [id, at(0)]);
    await db.owner("select private.plan_changes_reminder(f) from public.feedback f where f.id = $1", [id]);
    return id;
  };
  const setZone = (who: string, zone: string) => db.update(who, "accounts", who, { time_zone: zone });

  test("B3 a tester is reminded of the build 1 and 3 days after acceptance, and of nothing else", async () => {
    const id = await open();
    const { tester } = await accept(id);
    await send(db, at(1, -0.02));
    expect(await told(db, tester)).toEqual([]);
    await send(db, at(1));
    expect(await told(db, tester)).toEqual([
      {
        kind: "build",
        link: `/tester/tests/${id}`,
        data: { campaign_id: id, campaign_title: "Pocket Budget 2.0" },
      },
    ]);
    await run(db, 1.5, 3 - HOUR);
    expect(await kindsTold(db, tester)).toEqual(["build"]);
    await send(db, at(3));
    expect(await kindsTold(db, tester)).toEqual(["build", "build"]);
    await run(db, 3, 8);
    expect(await kindsTold(db, tester)).toEqual(["build", "build"]);
    expect(await queued(db, tester)).toBe(0);
  });

  test("B3 a tester is reminded of the report 3 days after the campaign's start at the earliest", async () => {
    const id = await withoutBuild({ start_date: day(5) });
    const { tester } = await accept(id);
    expect(await call(db, dev, "public.read_nudge($1)", [id])).toMatchObject({ testers: 0 });
    await run(db, 0, 7);
    expect(await told(db, tester)).toEqual([]);
    await run(db, 7, 9);
    expect(await kindsTold(db, tester)).toEqual(["report"]);
  });

  test("B3 a tester is reminded of the report 3 days after the download, once", async () => {
    const { tester, application } = await accept(await open());
    await downloaded(application, at(0.5));
    await run(db, 0, 3);
    expect(await told(db, tester)).toEqual([]);
    await run(db, 3.5, 9);
    expect(await kindsTold(db, tester)).toEqual(["report"]);
  });

  describe("reminders by a member", () => {
    const nudge = (id: string) => call<{ testers: number }>(db, dev, "public.nudge_testers($1)", [id]);
    const read = (id: string) =>
      call<{ testers: number; next_at: string | null }>(db, dev, "public.read_nudge($1)", [id]);
    /** Simulates that the last one was a day ago. */
    const dayLater = (id: string) =>
      db.owner("update private.campaign_nudges set sent_at = sent_at - interval '1 day' where campaign_id = $1", [id]);

    test("B3 reach accepted testers without a report, even if the campaign's reminders are off, once a day", async () => {
      const id = await open({ reminders: false, auto_select: false });
      const ask = async (status: string) => {
        const tester = await person(db, "tester");
        const application = await apply(db, id, tester);
        if (status !== "pending") await db.update(dev, "applications", application, { status });
        return tester;
      };
      const idle = await ask("accepted");
      const busy = await ask("accepted");
      const waits = await ask("pending");
      await report(db, id, busy);
      expect(await read(id)).toEqual({ testers: 1, next_at: null });
      expect(await nudge(id)).toEqual({ testers: 1 });
      await send(db, at(1));
      expect(await told(db, idle)).toEqual([
        {
          kind: "report",
          link: `/tester/tests/${id}`,
          data: { campaign_id: id, campaign_title: "Pocket Budget 2.0" },
        },
      ]);
      for (const other of [busy, waits]) expect(await told(db, other)).toEqual([]);
      await expect(nudge(id)).rejects.toThrow(rejection("rate_limited"));
      const { next_at } = await read(id);
      expect(Date.parse(next_at ?? "")).toBeGreaterThan(Date.now() + 23 * 3_600_000);
      await dayLater(id);
      expect((await read(id)).next_at).toBeNull();
      expect(await nudge(id)).toEqual({ testers: 1 });
    });

    test("B3 a tester gets three per campaign, including planned ones, and none after a report or the end", async () => {
      const id = await withoutBuild();
      const { tester } = await accept(id);
      await run(db, 3, 3.5);
      expect(await kindsTold(db, tester)).toEqual(["report"]);
      for (const days of [4, 5]) {
        await nudge(id);
        await send(db, at(days));
        await dayLater(id);
      }
      expect(await kindsTold(db, tester)).toHaveLength(3);
      expect(await read(id)).toEqual({ testers: 0, next_at: null });
      expect(await nudge(id)).toEqual({ testers: 0 });

      const late = await accept(id);
      await dayLater(id);
      await nudge(id);
      await report(db, id, late.tester);
      const last = await accept(id);
      await dayLater(id);
      expect(await nudge(id)).toEqual({ testers: 1 });
      await db.update(dev, "campaigns", id, { status: "completed" });
      await run(db, 5, 6);
      for (const who of [late, last]) expect(await told(db, who.tester)).toEqual([]);
      await expect(nudge(id)).rejects.toThrow(rejection("campaign_closed"));
      expect((await read(id)).testers).toBe(0);
    });

    test("B3 planned reminders continue after it, a day later at the earliest, and wait at night", async () => {
      const { tester } = await accept(await open());
      const [row] = await db.owner<{ campaign_id: string }>(
        "select campaign_id::text from private.reminders where person_id = $1",
        [tester],
      );
      await nudge(row?.campaign_id ?? "");
      await send(db, at(1, 12));
      expect(await told(db, tester)).toEqual([]);
      await run(db, 1.5, 2);
      expect(await kindsTold(db, tester)).toEqual(["report"]);
      expect(await sentAt(db, tester)).toEqual([at(2, -3)]);
      await run(db, 2, 4);
      expect(await kindsTold(db, tester)).toEqual(["report", "build"]);
    });
  });

  test("B3 in a campaign without a build, the first reminder is about the report", async () => {
    const id = await withoutBuild();
    const { tester } = await accept(id);
    await run(db, 1, 3 - HOUR);
    expect(await told(db, tester)).toEqual([]);
    await send(db, at(3));
    expect(await kindsTold(db, tester)).toEqual(["report"]);
  });

  test("B3 reminds of a build that is added later; not of a withdrawn one", async () => {
    const app = await newApp(db, dev);
    const release = await newRelease(db, dev, app, { status: "published", file_path: `${dev}/a.apk` });
    const [later, calledBack] = [await withoutBuild(), await withoutBuild()];
    const [one, other] = [await accept(later), await accept(calledBack)];
    await db.update(dev, "briefs", later, { build_url: "https://example.test/build" });
    await db.update(dev, "briefs", calledBack, { release_id: release });
    await db.update(dev, "releases", release, { status: "withdrawn" });
    await run(db, 3, 8);
    expect(await kindsTold(db, one.tester)).toEqual(["build"]);
    expect(await told(db, other.tester)).toEqual([]);
  });

  test("B3 a download from the App Store counts as one", async () => {
    const app = await newApp(db, dev);
    const release = await newRelease(db, dev, app, { status: "published", file_path: `${dev}/b.apk` });
    await db.update(dev, "apps", app, { status: "published" });
    const id = await withoutBuild();
    await db.update(dev, "briefs", id, { release_id: release });
    const { tester } = await accept(id);
    await db.query(tester, "select public.record_download($1)", [release]);
    await run(db, 1, 2);
    expect(await told(db, tester)).toEqual([]);
    await run(db, 3, 5);
    expect(await kindsTold(db, tester)).toEqual(["report"]);
  });

  test("B3 reminds of requested changes after 3 days, until the tester responds", async () => {
    const id = await open();
    const [one, other] = [await accept(id), await accept(id)];
    const [waiting, answered] = [await requestChanges(id, one.tester), await requestChanges(id, other.tester)];
    await db.update(other.tester, "feedback", answered, { details: "The one on top.", status: "submitted" });
    expect(await queued(db, other.tester)).toBe(0);
    await run(db, 1, 3 - HOUR);
    expect(await told(db, one.tester)).toEqual([]);
    await run(db, 3, 6);
    expect(await told(db, one.tester)).toMatchObject([
      { kind: "changes", link: `/tester/tests/${id}/report/${waiting}`, data: { feedback_id: waiting } },
    ]);
    expect(await told(db, other.tester)).toEqual([]);
  });

  describe("limits", () => {
    test("B3 a tester gets one reminder a day, for any number of campaigns", async () => {
      const { tester } = await accept(await open());
      await accept(await open(), tester);
      await accept(await open(), tester);
      await send(db, at(1));
      await run(db, 1, 1.9);
      // The others arrive at nine on the next two mornings.
      expect(await sentAt(db, tester)).toEqual([at(1), at(2, -3)]);
      await run(db, 2, 3);
      expect((await sentAt(db, tester)).map((time) => time.slice(0, 10))).toEqual([1, 2, 3].map(day));
    });

    test("B3 a campaign reminds a tester at most three times", async () => {
      const id = await open();
      const { tester, application } = await accept(id);
      await run(db, 1, 4);
      await downloaded(application, at(4));
      await run(db, 7, 8);
      expect(await kindsTold(db, tester)).toEqual(["build", "build", "report"]);
      await requestChanges(id, tester);
      await run(db, 9, 14);
      expect(await told(db, tester)).toHaveLength(3);
      expect(await queued(db, tester)).toBe(0);
      // Another campaign still can.
      await accept(await open(), tester);
      await run(db, 15, 16);
      expect(await told(db, tester)).toHaveLength(4);
    });

    test("B3 reminders arrive between 9 and 20 h of the user's own time", async () => {
      const [honolulu, tokyo] = [await accept(await open()), await accept(await open())];
      await setZone(honolulu.tester, "Pacific/Honolulu");
      await setZone(tokyo.tester, "Asia/Tokyo");
      await run(db, 1, 2);
      // Noon in UTC is 2 h in Honolulu and 21 h in Tokyo.
      expect(await sentAt(db, honolulu.tester)).toEqual([`${day(1)}T19:00:00.000Z`]);
      expect(await sentAt(db, tokyo.tester)).toEqual([`${day(2)}T00:00:00.000Z`]);
    });

    test.each([
      // Clocks go forward on 2026-03-08 at 2 h, and back on 2026-10-25 at 3 h.
      ["America/New_York", "2026-03-08T02:00:00Z", "2026-03-08T13:00:00.000Z"],
      ["America/New_York", "2026-03-07T02:00:00Z", "2026-03-07T14:00:00.000Z"],
      ["Europe/Madrid", "2026-10-24T19:00:00Z", "2026-10-25T08:00:00.000Z"],
      ["Europe/Madrid", "2026-10-24T17:59:00Z", "2026-10-24T17:59:00.000Z"],
      ["Europe/Madrid", "2026-10-24T06:59:00Z", "2026-10-24T07:00:00.000Z"],
      ["Asia/Kolkata", "2026-10-24T03:30:00Z", "2026-10-24T03:30:00.000Z"],
    ])("B3 nine in the morning in %s is right on days when clocks change: %s", async (zone, from, expected) => {
      const [row] = await db.owner<{ time: Date | string }>("select private.reminder_time($1, $2, true) as time", [
        from,
        zone,
      ]);
      expect(new Date(row?.time ?? 0).toISOString()).toBe(expected);
    });

    test("B3 an unknown or missing time zone falls back to the system settings", async () => {
      const tester = await person(db, "tester");
      const zone = async () =>
        (await db.owner<{ zone: string }>("select private.time_zone_of($1) as zone", [tester]))[0]?.zone;
      const site = (values: string, saved: boolean) =>
        db.owner(
          `update public.settings set "values" = "values" || $1::jsonb, saved_at = ${saved ? "now()" : "null"} where section = 'general'`,
          [values],
        );
      expect(await zone()).toBe("UTC");
      await site('{"timezone": "PT"}', true);
      expect(await zone()).toBe("America/Los_Angeles");
      for (const unknown of ["Atlantis/Capital", "GMT+99+99"]) {
        await setZone(tester, unknown);
        expect(await zone()).toBe("America/Los_Angeles");
      }
      await setZone(tester, "Europe/Madrid");
      expect(await zone()).toBe("Europe/Madrid");
      await site('{"timezone": "UTC"}', false);
    });

    test("B3 a run sends 500 and the next one the rest; two concurrent runs send once", async () => {
      const id = await open();
      await db.owner("delete from private.reminders where due_at <= $1", [at(30)]);
      await db.owner(
        "insert into private.reminders (campaign_id, kind, subject_id, due_at) select $1, 'purge', gen_random_uuid(), $2 from generate_series(1, 501)",
        [id, at(0)],
      );
      const { tester } = await accept(id);
      await send(db, at(1));
      expect(await told(db, tester)).toEqual([]);
      const sent = await Promise.all([1, 2, 3, 4].map(() => send(db, at(1))));
      expect(sent.sort()).toEqual([0, 0, 0, 1]);
      expect(await told(db, tester)).toHaveLength(1);
    });

    test("B3 a failing reminder delays no other, and is retried an hour later", async () => {
      const [broken, fine] = [await accept(await open()), await accept(await open())];
      await db.owner(`create function private.fails() returns trigger language plpgsql as $$ begin
        if new.user_id = '${broken.tester}' then raise exception 'broken'; end if; return new; end $$`);
      await db.owner(
        "create trigger fails before insert on public.notifications for each row execute function private.fails()",
      );
      await send(db, at(1));
      await db.owner("drop trigger fails on public.notifications");
      await db.owner("drop function private.fails()");
      expect([await told(db, fine.tester), await told(db, broken.tester)]).toMatchObject([[{ kind: "build" }], []]);
      await send(db, at(1, 0.9));
      expect(await told(db, broken.tester)).toEqual([]);
      await send(db, at(1, 1));
      expect(await kindsTold(db, broken.tester)).toEqual(["build"]);
    });
  });

  describe("conditions that end them", () => {
    const actions: [string, (tester: string, application: string, campaign: string) => Promise<unknown>][] = [
      ["a report", (tester, _, id) => report(db, id, tester)],
      ["withdrawing", (tester, a) => db.update(tester, "applications", a, { status: "withdrawn" })],
      ["being removed", (_, a) => db.update(dev, "applications", a, { status: "removed", reason: "Silent" })],
      ["the campaign's completion", (_, __, id) => db.update(dev, "campaigns", id, { status: "completed" })],
      ["switching reminders off", (_, __, id) => db.update(dev, "campaigns", id, { reminders: false })],
      ["a deleted account", (tester) => db.owner("delete from auth.users where id = $1", [tester])],
    ];
    test.each(actions)("B3 %s removes the reminder from the queue at once", async (_, act) => {
      const id = await open();
      const { tester, application } = await accept(id);
      expect(await queued(db, tester)).toBe(1);
      await act(tester, application, id);
      expect(await queued(db, tester)).toBe(0);
      await run(db, 1, 4);
      expect(await told(db, tester)).toEqual([]);
    });

    test("B3 a reminder's e-mail is not sent after its task is done", async () => {
      const id = await open();
      const [one, other] = [await accept(id), await accept(id)];
      await send(db, at(1));
      const mails = (who: string) =>
        db.owner("select 1 from private.deliveries where user_id = $1 and kind like 'reminder%'", [who]);
      expect([await mails(one.tester), await mails(other.tester)].map((list) => list.length)).toEqual([1, 1]);
      await db.update(one.tester, "applications", one.application, { downloaded_at: new Date().toISOString() });
      await report(db, id, other.tester);
      expect([await mails(one.tester), await mails(other.tester)]).toEqual([[], []]);
    });

    test("B3 account deletion removes reminders, their log and the time zone", async () => {
      const { tester } = await accept(await open());
      await setZone(tester, "Europe/Madrid");
      await run(db, 1, 1.5);
      expect(await count(db, "reminders_sent", tester)).toBe(1);
      await db.owner("delete from auth.users where id = $1", [tester]);
      expect([await count(db, "reminders_sent", tester), await queued(db, tester)]).toEqual([0, 0]);
      expect(await db.row("accounts", tester)).toMatchObject({ time_zone: "", _deleted: true });
    });

    test("B3 reminders of requested changes end with the test", async () => {
      const id = await open();
      const { tester, application } = await accept(id);
      await requestChanges(id, tester);
      await db.update(tester, "applications", application, { status: "withdrawn" });
      expect(await queued(db, tester)).toBe(0);
    });

    const states: [string, (tester: string, campaign: string) => Promise<unknown>][] = [
      [
        "a campaign after its last day",
        (_, id) => db.withoutMoves("update public.campaigns set end_date = $2 where id = $1", [id, day(0)]),
      ],
      [
        "a campaign that an admin hid",
        (_, id) => db.withoutMoves("update public.campaigns set hidden = true where id = $1", [id]),
      ],
      [
        "a suspended person",
        (tester) => db.owner("update public.profiles set status = 'suspended' where id = $1", [tester]),
      ],
      [
        "somebody who has blocked the organization",
        (tester) =>
          db.owner("insert into private.organization_blocks (user_id, org_id) values ($1, $2)", [tester, dev]),
      ],
      [
        "somebody who is no tester any more",
        (tester) => db.owner("update public.profiles set role = 'developer' where id = $1", [tester]),
      ],
      [
        "somebody who switched all ways off",
        (tester) =>
          db.update(tester, "accounts", tester, {
            notification_preferences: { reminder_build: ["in_app", "email", "push"] },
          }),
      ],
    ];
    test.each(states)("B3 %s: sends nothing, and counts no reminder", async (_, state) => {
      const id = await open();
      const { tester } = await accept(id);
      await state(tester, id);
      await run(db, 1, 4);
      expect(await told(db, tester)).toEqual([]);
      expect(await count(db, "reminders_sent", tester)).toBe(0);
      expect(await queued(db, tester)).toBe(0);
    });

    test("B3 each channel of reminders can be switched off separately", async () => {
      const { tester } = await accept(await open());
      await db.update(tester, "accounts", tester, { notification_preferences: { reminder_build: ["in_app"] } });
      await send(db, at(1));
      expect(await told(db, tester)).toEqual([]);
      const mails = "select kind from private.deliveries where user_id = $1 and kind like 'reminder%'";
      expect(await db.owner(mails, [tester])).toEqual([{ kind: "reminder_build" }]);
    });

    test("B3 reminders that are switched on again continue where they stopped", async () => {
      const id = await open();
      const { tester } = await accept(id);
      const other = await accept(id);
      const asked = await requestChanges(id, other.tester);
      await send(db, at(1));
      await db.update(dev, "campaigns", id, { reminders: false });
      await run(db, 1, 4);
      await db.update(dev, "campaigns", id, { reminders: true });
      await run(db, 5, 9);
      expect(await kindsTold(db, tester)).toEqual(["build", "build"]);
      expect(await told(db, other.tester)).toMatchObject([{ kind: "changes", data: { feedback_id: asked } }]);
      // Sent reminders are not sent again.
      await db.update(dev, "campaigns", id, { reminders: false });
      await db.update(dev, "campaigns", id, { reminders: true });
      await run(db, 10, 12);
      expect([await told(db, tester), await told(db, other.tester)].map((list) => list.length)).toEqual([2, 1]);
    });

    test("B3 the log is deleted two days after the campaign's end, in parts", async () => {
      const id = await open();
      const { tester } = await accept(id);
      await send(db, at(1));
      await db.update(dev, "campaigns", id, { status: "completed" });
      await db.owner(
        `insert into private.reminders_sent (person_id, campaign_id, sent_on, kind, subject_id, sent_at)
         select $2, $1, date '2000-01-01' + n, 'reminder_build', $1, now() from generate_series(1, 2500) n`,
        [id, tester],
      );
      await send(db, at(1));
      expect(await count(db, "reminders_sent", tester)).toBe(2501);
      await send(db, at(4));
      expect(await count(db, "reminders_sent", tester)).toBe(501);
      await send(db, at(4));
      expect(await count(db, "reminders_sent", tester)).toBe(0);
      expect(await db.owner("select 1 from private.reminders where campaign_id = $1", [id])).toEqual([]);
    });
  });

  describe("reviews", () => {
    const { owner, manager, reviewer, viewer } = setUpColleagues(db);
    let org: string;
    beforeAll(async () => {
      org = await team(db, owner, { [manager]: "manager", [reviewer]: "reviewer", [viewer]: "viewer" });
    });
    /** Submits reports whose review deadlines are days after noon of today. */
    const submit = async (campaignId: string, ...dueInDays: number[]) => {
      const ids: string[] = [];
      for (const days of dueInDays) {
        const { tester } = await accept(campaignId);
        const id = await report(db, campaignId, tester);
        await db.withoutMoves("update public.feedback set due_at = $2 where id = $1", [id, at(days)]);
        await db.owner("delete from private.reminders where subject_id = $1", [campaignId]);
        ids.push(id);
      }
      await db.owner(
        "select private.plan_review_reminder(f.campaign_id, f.due_at) from public.feedback f where f.campaign_id = $1 and f.status = 'submitted'",
        [campaignId],
      );
      return ids;
    };
    /** One run finds the recipients, the next one sends. */
    const sendReviews = async (time: string) => [await send(db, time), await send(db, time)];
    const ofTeam = () => campaign(db, owner, { org_id: org, max_testers: 50 });
    const about = async (who: string, id: string) => (await told(db, who)).filter((row) => row.data.campaign_id === id);

    test("B3 reviewers are reminded 48 and 24 hours before auto-approval, once for all reports", async () => {
      const id = await ofTeam();
      await submit(id, 5, 5, 5.1, 9);
      await run(db, 2, 3 - HOUR);
      expect(await about(reviewer, id)).toEqual([]);
      await sendReviews(at(3));
      const first = {
        kind: "review",
        link: `/developer/campaigns/${id}?tab=feedback&status=submitted`,
        data: { campaign_id: id, campaign_title: "Pocket Budget 2.0", reports: 2, hours: 48 },
      };
      for (const who of [owner, manager, reviewer]) expect(await about(who, id)).toEqual([first]);
      expect(await about(viewer, id)).toEqual([]);
      await run(db, 3, 3 + 8 * HOUR);
      expect(await about(reviewer, id)).toHaveLength(1);
      await run(db, 3.5, 3.9);
      // The third report reached 48 hours later that day, but only one a day is sent.
      expect(await about(reviewer, id)).toHaveLength(2);
      await run(db, 4, 5);
      expect((await about(reviewer, id)).map((row) => row.data.hours)).toEqual([48, 48, 24]);
    });

    test("B3 no reminders of decided reports, and none for a former member", async () => {
      const id = await ofTeam();
      const [one = "", other = ""] = await submit(id, 5, 5);
      await db.update(reviewer, "feedback", one, { status: "approved", usefulness: 4 });
      await db.owner("delete from public.organization_members where org_id = $1 and user_id = $2", [org, manager]);
      await sendReviews(at(3));
      expect(await about(reviewer, id)).toMatchObject([{ data: { reports: 1 } }]);
      expect(await about(manager, id)).toEqual([]);
      await db.update(reviewer, "feedback", other, { status: "approved", usefulness: 4 });
      await run(db, 3.5, 5);
      expect(await about(reviewer, id)).toHaveLength(1);
      expect(await db.owner("select 1 from private.reminders where campaign_id = $1", [id])).toEqual([]);
    });

    test("B3 only the assignee is reminded of an assigned report", async () => {
      const id = await ofTeam();
      const [only = ""] = await submit(id, 5);
      await db.withoutMoves("update public.feedback set assignee_id = $2 where id = $1", [only, reviewer]);
      await sendReviews(at(3));
      expect(await about(reviewer, id)).toMatchObject([{ data: { reports: 1 } }]);
      expect(await about(owner, id)).toEqual([]);
    });

    test("B3 a member in another time zone is reminded in the morning, if reports are still open then", async () => {
      const id = await ofTeam();
      await setZone(reviewer, "Asia/Tokyo");
      const [only = ""] = await submit(id, 5);
      await sendReviews(at(3));
      expect([await about(owner, id), await about(reviewer, id)].map((list) => list.length)).toEqual([1, 0]);
      await db.update(owner, "feedback", only, { status: "approved", usefulness: 4 });
      await run(db, 3, 5);
      expect(await about(reviewer, id)).toEqual([]);
    });

    test("B3 campaigns with reminders off still remind reviewers; a short deadline causes one reminder or none", async () => {
      const quick = await campaign(db, owner, { org_id: org, reminders: false, review_days: 1 });
      await report(db, quick, (await accept(quick)).tester);
      expect(await db.owner("select 1 from private.reminders where campaign_id = $1", [quick])).toEqual([]);
      const id = await campaign(db, owner, { org_id: org, reminders: false, review_days: 2 });
      await report(db, id, (await accept(id)).tester);
      const due = "select due_at > now() + interval '23 hours' as later from private.reminders where campaign_id = $1";
      expect(await db.owner(due, [id])).toEqual([{ later: true }]);
    });

    test("B3 reviewers are also reminded after the campaign's end, and its log is deleted when no report is open", async () => {
      const id = await ofTeam();
      await submit(id, 5);
      await db.update(owner, "campaigns", id, { status: "completed" });
      await sendReviews(at(3));
      expect(await about(owner, id)).toMatchObject([{ data: { reports: 1, hours: 48 } }]);
      await run(db, 3.5, 5);
      expect(await about(owner, id)).toHaveLength(2);
      const rows = "select kind from private.reminders where campaign_id = $1";
      expect(await db.owner(rows, [id])).toEqual([{ kind: "purge" }]);
      await run(db, 6, 8);
      expect(await db.owner(rows, [id])).toEqual([]);
      expect(await db.owner("select 1 from private.reminders_sent where campaign_id = $1", [id])).toEqual([]);
    });

    test("B3 also reminds of a report that arrives after the end", async () => {
      const id = await ofTeam();
      const { tester } = await accept(id);
      await db.update(owner, "campaigns", id, { status: "completed" });
      await report(db, id, tester);
      expect(await db.owner("select kind from private.reminders where campaign_id = $1", [id])).toEqual([
        { kind: "reminder_review" },
      ]);
    });

    test("B16 B3 reviewers are also reminded of sets of results; their tester is no longer asked for a report", async () => {
      const id = await ofTeam();
      const script = taskOf({ steps: stepsOf("a") });
      await db.update(owner, "briefs", id, { tasks: [script] });
      const { tester, application } = await accept(id);
      expect(await queued(db, tester)).toBe(1);
      const results = { [script.id]: resultOfTask({ at: new Date().toISOString(), steps: marked({ a: "pass" }) }) };
      await db.update(tester, "applications", application, { results, results_status: "submitted" });
      expect(await queued(db, tester)).toBe(0);
      await db.withoutMoves("update public.applications set results_due_at = $2 where id = $1", [application, at(5)]);
      await db.owner("delete from private.reminders where campaign_id = $1", [id]);
      await db.owner("select private.plan_review_reminder($1, $2)", [id, at(5)]);
      await sendReviews(at(3));
      expect(await about(owner, id)).toMatchObject([
        { link: `/developer/campaigns/${id}?tab=results&sets=submitted`, data: { reports: 0, sets: 1, hours: 48 } },
      ]);
      const [late = ""] = await submit(id, 5.5);
      await sendReviews(at(4));
      expect((await about(owner, id))[1]).toMatchObject({
        ...{ link: `/developer/campaigns/${id}?tab=feedback&status=submitted` },
        data: { reports: 1, sets: 1, hours: 24 },
      });
      await db.update(reviewer, "feedback", late, { status: "approved", usefulness: 4 });
      await db.update(reviewer, "applications", application, { results_status: "accepted" });
      await run(db, 4.5, 6);
      expect(await about(owner, id)).toHaveLength(2);
    });

    test("B3 the schedule sends automatically", async () => {
      const { tester } = await accept(await open());
      const zones = Array.from({ length: 25 }, (_, n) => `Etc/GMT${n <= 12 ? `-${n}` : `+${n - 12}`}`);
      const midday = zones.find((zone) => {
        const format = new Intl.DateTimeFormat("en", { timeZone: zone, hour: "numeric", hourCycle: "h23" });
        return format.format(new Date()) === "12";
      });
      await setZone(tester, midday ?? "");
      await db.withoutMoves(
        "update public.applications set accepted_at = now() - interval '2 days' where tester_id = $1",
        [tester],
      );
      await db.owner("update private.reminders set due_at = now() where person_id = $1", [tester]);
      const [done] = await db.owner<{ done: { send_reminders: number } }>("call private.run_scheduled_jobs()");
      expect(done?.done.send_reminders).toBeGreaterThanOrEqual(1);
      expect(await kindsTold(db, tester)).toEqual(["build"]);
    });
  });

  test("B3 due reminders are found by index, however long the queue", async () => {
    const rows = await db.db.transaction(async (session) => {
      await session.query("set local enable_seqscan = off");
      return session.query<Record<string, string>>(
        "explain select id from private.reminders where due_at <= now() order by due_at, id limit 500",
      );
    });
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("reminders_due");
  });
});
