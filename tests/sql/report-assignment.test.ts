// The assignee of a report: who can be one, notifications, and removal. Write permissions are also
// in supabase/tests/permissions.test.sql.
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, person, report } from "../fixtures/sql/rows.ts";
import { setUpColleagues, setUpDatabase } from "../fixtures/sql/scenario.ts";
import { pulledRow, push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { owner, admin, manager, reviewer, viewer, outsider, tester } = setUpColleagues(db);
  let org: string;
  let open: string;
  beforeAll(async () => {
    org = await team(db, owner, { [admin]: "admin", [manager]: "manager", [reviewer]: "reviewer", [viewer]: "viewer" });
    open = await campaign(db, owner, { org_id: org, max_testers: 50 });
    await apply(db, open, tester);
  });

  const assign = (who: string, id: string, assignee_id: string | null) =>
    db.update(who, "feedback", id, { assignee_id });
  const nobody = { assignee_id: null, assignee_name: "" };
  const to = (person: string, name: unknown = expect.stringMatching(/\S/)) => ({
    assignee_id: person,
    assignee_name: name,
  });
  /** Pushes an edit based on the version that the user's device has pulled. */
  const edit = async (who: string, id: string, change: Row, client = "phone") => {
    const base = (await pulledRow(db, who, "feedback", id)) ?? {};
    const sent = {
      doc: { ...base, ...change, sync_client: client, sync_seq: Number(base.sync_seq) + 1 },
      assumed: base,
    };
    return { sent, answer: await push(db, who, "feedback", [sent]) };
  };
  const told = (who: string) =>
    db.owner<{ data: Row; link: string }>(
      "select data, link from public.notifications where user_id = $1 and kind = 'report_assigned' order by created_at",
      [who],
    );
  const queued = async (who: string) =>
    (
      await db.owner<{ channel: string }>(
        "select channel from private.deliveries where user_id = $1 and kind = 'report_assigned' order by id",
        [who],
      )
    ).map(({ channel }) => channel);

  test("B1 S18 reviewers assign a sent report to a reviewer, before and after its decision, and undo it", async () => {
    const one = await report(db, open, tester);
    expect(await assign(reviewer, one, manager)).toBe(1);
    expect(await db.row("feedback", one)).toMatchObject(to(manager, "Max Manager"));
    await db.update(owner, "feedback", one, { status: "approved", usefulness: 4 });
    expect(await assign(admin, one, reviewer)).toBe(1);
    expect(await db.row("feedback", one)).toMatchObject({ ...to(reviewer), status: "approved" });
    expect(await assign(manager, one, null)).toBe(1);
    expect(await db.row("feedback", one)).toMatchObject(nobody);
  });

  test("B1 P2 a viewer, an outsider and the tester cannot assign; a draft has no assignee", async () => {
    const one = await report(db, open, tester);
    for (const who of [viewer, outsider]) expect(await assign(who, one, manager)).toBe(0);
    await expect(assign(tester, one, manager)).rejects.toEqual(rejection("not_allowed"));
    await expect(db.update(tester, "feedback", one, { assignee_name: "Me" })).rejects.toEqual(rejection("not_allowed"));
    const draft = await report(db, open, tester, { status: "draft" });
    expect(await assign(owner, draft, manager)).toBe(0);
    await expect(assign(tester, draft, manager)).rejects.toEqual(rejection("not_allowed"));
  });

  test("B1 only a reviewer of the organization's reports can be assigned", async () => {
    const one = await report(db, open, tester);
    for (const other of [viewer, outsider, tester]) {
      await expect(assign(owner, one, other)).rejects.toEqual(rejection("not_a_reviewer"));
      const { answer } = await edit(owner, one, { assignee_id: other, assignee_name: "Somebody" });
      expect(answer.rejected.map(({ code }) => code)).toEqual(["not_a_reviewer"]);
    }
    expect(await db.row("feedback", one)).toMatchObject(nobody);
  });

  test("B1 T7 a decision counts even if the assignee that came with it is no longer a reviewer", async () => {
    const one = await report(db, open, tester);
    await assign(owner, one, manager);
    const change = { assignee_id: viewer, assignee_name: "Somebody", status: "approved", usefulness: 5 };
    const { answer } = await edit(reviewer, one, change);
    expect(answer.rejected).toEqual([]);
    expect(answer.applied).toEqual([expect.objectContaining({ status: "approved", ...to(manager, "Max Manager") })]);
  });

  test("B1 the assignee's name follows the profile, whatever a device sends, also after renaming; the tester can read it", async () => {
    const renamed = await person(db, "developer", { name: "Rita Before" });
    await db.owner("insert into public.organization_members values ($1, $2, 'reviewer')", [org, renamed]);
    const one = await report(db, open, tester);
    const { answer } = await edit(owner, one, { assignee_id: renamed, assignee_name: "Anything" });
    expect(answer.applied).toEqual([expect.objectContaining(to(renamed, "Rita Before"))]);
    const { answer: again } = await edit(owner, one, { assignee_name: "Anything" });
    expect(again.applied).toEqual([expect.objectContaining(to(renamed, "Rita Before"))]);
    await db.update(renamed, "profiles", renamed, { name: "Rita After" });
    expect(await pulledRow(db, tester, "feedback", one)).toMatchObject(to(renamed, "Rita After"));
  });

  test("B1 S14 an assignment by another user notifies once, with both names in the activity", async () => {
    const assigned = await person(db, "developer", { name: "Ana Answers" });
    await db.owner("insert into public.organization_members values ($1, $2, 'reviewer')", [org, assigned]);
    const one = await report(db, open, tester);
    const { sent, answer } = await edit(owner, one, { assignee_id: assigned, assignee_name: "Ana Answers" });
    expect(answer.applied).toHaveLength(1);
    // The response was lost.
    expect((await push(db, owner, "feedback", [sent])).applied).toHaveLength(1);
    await db.update(owner, "feedback", one, { status: "changes_requested", reason: "Which screen?" });
    expect(await told(assigned)).toEqual([
      {
        data: expect.objectContaining({ assigned_by: "Olga Owner", summary: "The total is wrong", feedback_id: one }),
        link: `/developer/campaigns/${open}?tab=feedback&report=${one}`,
      },
    ]);
    await assign(owner, one, null);
    const { rows } = await call<{ rows: Row[] }>(db, viewer, "public.list_organization_activity($1::jsonb)", [
      JSON.stringify({ org_id: org }),
    ]);
    expect(rows.filter((row) => row.target_id === one && String(row.action).startsWith("report_"))).toEqual([
      expect.objectContaining({
        ...{ action: "report_unassigned", actor_name: "Olga Owner" },
        details: expect.objectContaining({ name: "Ana Answers" }),
      }),
      expect.objectContaining({
        ...{ action: "report_assigned", actor_name: "Olga Owner" },
        details: expect.objectContaining({ name: "Ana Answers", summary: "The total is wrong" }),
      }),
    ]);
  });

  test("B1 S14 self-assignment notifies no one; a batch sends one e-mail, and none to users who switched it off", async () => {
    const many = await person(db, "developer");
    const quiet = await person(db, "developer");
    for (const who of [many, quiet])
      await db.owner("insert into public.organization_members values ($1, $2, 'reviewer')", [org, who]);
    await db.update(quiet, "accounts", quiet, {
      notification_preferences: { report_assigned: ["in_app", "email", "push"] },
    });
    const reports = [await report(db, open, tester), await report(db, open, tester), await report(db, open, tester)];
    for (const one of reports) await assign(many, one, many);
    expect([await told(many), await queued(many)]).toEqual([[], []]);
    for (const one of reports) await assign(owner, one, quiet);
    expect([await told(quiet), await queued(quiet)]).toEqual([[], []]);
    for (const one of reports) await assign(owner, one, many);
    expect(await told(many)).toHaveLength(3);
    expect(await queued(many)).toEqual(["email"]);
  });

  test("B1 P2 a member who leaves, is removed, becomes a viewer or is deleted is unassigned in this organization only", async () => {
    const other = await team(db, owner);
    const elsewhere = await campaign(db, owner, { org_id: other });
    await apply(db, elsewhere, tester);
    const gone: Record<string, (who: string) => Promise<unknown>> = {
      "is removed": (who) => call(db, owner, "public.remove_member($1, $2)", [org, who]),
      leaves: (who) => call(db, who, "public.remove_member($1, $2)", [org, who]),
      "becomes a viewer": (who) => call(db, owner, "public.set_member_role($1, $2, 'viewer')", [org, who]),
      "is deleted": (who) => db.owner("delete from auth.users where id = $1", [who]),
    };
    for (const [what, leave] of Object.entries(gone)) {
      const who = await person(db, "developer");
      for (const one of [org, other])
        await db.owner("insert into public.organization_members values ($1, $2, 'manager')", [one, who]);
      const [here, there] = [await report(db, open, tester), await report(db, elsewhere, tester)];
      for (const one of [here, there]) await assign(owner, one, who);
      await call(db, owner, "public.set_member_role($1, $2, 'reviewer')", [org, who]);
      expect(await db.row("feedback", here), what).toMatchObject(to(who));
      await leave(who);
      expect(await db.row("feedback", here), what).toMatchObject(nobody);
      expect(await db.row("feedback", there), what).toMatchObject(what === "is deleted" ? nobody : to(who));
    }
    // A personal organization has no members who could leave.
    const alone = await person(db, "developer");
    const own = await campaign(db, alone);
    await apply(db, own, tester);
    const theirs = await report(db, own, tester);
    await assign(alone, theirs, alone);
    await db.owner("delete from auth.users where id = $1", [alone]);
    expect(await db.row("feedback", theirs)).toMatchObject(nobody);
  });

  test("B1 the schedule unassigns reports beyond one call's limit, unless the member reviews again", async () => {
    const who = await person(db, "developer");
    await db.owner("insert into public.organization_members values ($1, $2, 'reviewer')", [org, who]);
    const reports = [await report(db, open, tester), await report(db, open, tester), await report(db, open, tester)];
    for (const one of reports) await assign(owner, one, who);
    const left = async () => (await db.owner("select 1 from public.feedback where assignee_id = $1", [who])).length;
    const unassign = (most: number) => db.owner("select private.unassign_reports($1, $2, $3)", [org, who, most]);
    await unassign(1);
    await db.owner("call private.run_scheduled_jobs()");
    // Still a reviewer.
    expect(await left()).toBe(2);
    await unassign(1);
    await db.owner(
      "update private.organization_capabilities set role = 'viewer' where capability = 'review' and role = 'reviewer'",
    );
    expect(await left()).toBe(1);
    await db.owner("call private.run_scheduled_jobs()");
    expect(await left()).toBe(0);
    expect(await db.owner("select 1 from private.unassignments")).toEqual([]);
    await db.owner(
      "update private.organization_capabilities set role = 'reviewer' where capability = 'review' and role = 'viewer'",
    );
  });

  test("B1 the assignee list has exactly the reviewers, by name", async () => {
    const list = (who: string, request: object = {}) =>
      call<{ rows: Row[]; total: number }>(db, who, "public.list_reviewers($1::jsonb)", [
        JSON.stringify({ org_id: org, ...request }),
      ]);
    const { rows, total } = await list(viewer);
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([owner, admin, manager, reviewer]));
    expect(ids).not.toContain(viewer);
    expect(total).toBe(ids.length);
    expect((await list(reviewer, { search: "max man" })).rows.map(({ id }) => id)).toEqual([manager]);
    expect((await list(reviewer, { limit: 1 })).rows).toHaveLength(1);
    await expect(list(outsider)).rejects.toEqual(rejection("forbidden"));
  });

  test.runIf(kind === "postgres")(
    "B1 T7 concurrent assignment and removal: in either order, a former member has no assigned report",
    async () => {
      const blocked = (text: string) =>
        expect
          .poll(() =>
            db.owner("select 1 from pg_stat_activity where wait_event_type = 'Lock' and strpos(query, $1) > 0", [text]),
          )
          .toHaveLength(1);
      for (const first of ["assignment", "removal"]) {
        const who = await person(db, "developer");
        await db.owner("insert into public.organization_members values ($1, $2, 'reviewer')", [org, who]);
        const one = await report(db, open, tester);
        const remove = () => call(db, owner, "public.remove_member($1, $2)", [org, who]);
        let second: Promise<unknown> = Promise.resolve();
        if (first === "assignment") {
          await db.as(admin, async (session) => {
            await session.query("update public.feedback set assignee_id = $1 where id = $2", [who, one]);
            second = remove();
            await blocked("remove_member");
          });
          await second;
        } else {
          await db.as(owner, async (session) => {
            await session.query("select public.remove_member($1, $2)", [org, who]);
            second = assign(admin, one, who).catch((error: unknown) => error);
            await blocked("update public.feedback set");
          });
          expect(await second).toEqual(rejection("not_a_reviewer"));
        }
        expect(await db.row("feedback", one), first).toMatchObject(nobody);
      }
    },
  );
});
