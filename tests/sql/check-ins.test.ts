// Daily check-ins: reminders of a member, and the replacement of a silent tester.
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, day, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pullRows, push } from "../fixtures/sql/sync-calls.ts";
import { resultOfTask, taskOf } from "../unit/tasks/cases.ts";

const checkIn = taskOf({ kind: "check_in", days: 2 });

describe.each(ruleEngines)("check-ins on %s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");

  async function taker(id: string, ...days: number[]) {
    const tester = await person(db, "tester");
    const application = await apply(db, id, tester);
    const answer = (...on: number[]) =>
      db.update(tester, "applications", application, {
        results: { t1: resultOfTask({ at: new Date().toISOString(), days: on.map(day) }) },
      });
    if (days.length > 0) await answer(...days);
    return { tester, application, answer };
  }
  const told = (who: string) =>
    db.owner("select kind, link from public.notifications where user_id = $1 and kind like 'reminder%'", [who]);

  test("B19 B3 a member reminds testers without today's check-in, once a day, until they check in", async () => {
    const id = await campaign(db, dev, { max_testers: 9, start_date: day(-1) });
    await db.update(dev, "briefs", id, { tasks: [checkIn], build_url: "" });
    const [never, late] = [await taker(id), await taker(id)];
    const [today, done] = [await taker(id, 0), await taker(id, -1, 0)];
    const submitted = await taker(id, -1);
    await db.update(submitted.tester, "applications", submitted.application, { results_status: "submitted" });
    const read = (about: string) => call<{ testers: number }>(db, dev, "public.read_nudge($1, $2)", [id, about]);
    const nudge = () => call<{ testers: number }>(db, dev, "public.nudge_testers($1, $2)", [id, "check_in"]);
    expect((await read("check_in")).testers).toBe(2);
    // Results count like a report.
    expect((await read("report")).testers).toBe(4);
    await expect(read("mood")).rejects.toThrow(rejection("invalid"));

    expect(await nudge()).toEqual({ testers: 2 });
    await expect(nudge()).rejects.toThrow(rejection("rate_limited"));
    await late.answer(1);
    await db.owner("select private.send_reminders($1)", [`${day(1)}T12:00:00Z`]);
    expect(await told(never.tester)).toEqual([{ kind: "reminder_check_in", link: `/tester/tests/${id}` }]);
    for (const one of [late, today, done, submitted]) expect(await told(one.tester)).toEqual([]);
    // Its planned reminder is queued again.
    const planned = await db.owner("select kind from private.reminders where person_id = $1", [late.tester]);
    expect(planned).toEqual([{ kind: "reminder_report" }]);
  });

  test("B19 in a full campaign one push removes a silent tester and accepts a waiting one", async () => {
    const id = await campaign(db, dev, { max_testers: 1, auto_select: false });
    await db.update(dev, "briefs", id, { tasks: [checkIn] });
    const [silent, waiting] = [await taker(id), await taker(id)];
    await db.update(dev, "applications", silent.application, { status: "accepted" });
    const rows = new Map((await pullRows(db, dev, "applications")).map((row) => [row.id, row]));
    const edit = (application: string, more: Row) => {
      const row = rows.get(application) as Row;
      return { doc: { ...row, sync_client: "device", sync_seq: Number(row.sync_seq) + 1, ...more }, assumed: row };
    };
    const answer = await push(db, dev, "applications", [
      edit(silent.application, { status: "removed", reason: "No check-in for three days" }),
      edit(waiting.application, { status: "accepted" }),
    ]);
    expect(answer).toMatchObject({ rejected: [], conflicts: [] });
    const statuses = [silent, waiting].map(({ application }) =>
      db.row<{ status: string }>("applications", application),
    );
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual(["removed", "accepted"]);
  });
});
