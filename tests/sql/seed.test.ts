// The sample data: it loads, fits the rules and the device's schema, and "Clean Test Data" removes
// exactly the marked rows.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { type CollectionName, collectionsByRole, schemas } from "../../sync/schema/collections.ts";
import { engines } from "../fixtures/engines.ts";
import { reportedCampaign } from "../fixtures/sql/rows.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";
import { pull } from "../fixtures/sql/sync-calls.ts";

const seed = readFileSync(fileURLToPath(new URL("../../supabase/seed.sql", import.meta.url)), "utf8");

describe.each(engines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const people: Record<string, string> = {};
  let hinted = 0;

  beforeAll(async () => {
    hinted = await number("select count(*) from realtime.messages");
    await db.db.script(seed);
    for (const role of ["admin", "dev", "dev2", "dev3", "dev4", "tester", "tester2", "tester3"]) {
      const [found] = await db.owner<{ id: string }>("select id from auth.users where email = $1", [
        `${role}@betaflock.test`,
      ]);
      people[role] = found?.id ?? "";
    }
  });

  const number = async (query: string) => Number((await db.owner<{ n: number }>(`select (${query})::int as n`))[0]?.n);

  test("the seed loads and has data for every screen", async () => {
    expect(await number("select count(*) from auth.users")).toBe(10);
    expect(await number("select count(*) from public.campaigns")).toBe(15);
    expect(await number("select count(distinct status) from public.campaigns")).toBe(4);
    expect(await number("select count(distinct category) from public.campaigns")).toBe(6);
    expect(await number("select count(*) from public.apps")).toBe(32);
    expect(await number("select count(*) from public.feedback")).toBeGreaterThanOrEqual(200);
    expect(await number("select count(distinct status) from public.feedback")).toBe(5);
    for (const [role, names] of [
      [
        "tester",
        ["campaigns", "briefs", "applications", "feedback", "comments", "rewards", "payouts", "notifications"],
      ],
      [
        "dev",
        ["campaigns", "briefs", "applications", "feedback", "comments", "rewards", "apps", "releases", "notifications"],
      ],
      ["admin", ["profiles", "accounts", "campaigns", "feedback", "rewards", "payouts", "flags", "activity"]],
    ] as const) {
      for (const name of names)
        expect([role, name, await db.count(people[role] ?? "", name)]).toEqual([role, name, expect.any(Number)]);
      for (const name of names)
        expect([role, name, (await db.count(people[role] ?? "", name)) > 0]).toEqual([role, name, true]);
    }
  });

  test("B16 B17 twelve testers have results of a script and a survey, and they earned nothing", async () => {
    const of = "from public.applications a where a.results <> '{}' and a.is_sample";
    expect(await number(`select count(*) ${of}`)).toBe(12);
    expect(await number(`select count(distinct results_status) ${of}`)).toBe(4);
    const valid = "private.is_results(a.results) and private.is_task_reasons(a.results_review)";
    expect(await number(`select count(*) ${of} and not (${valid})`)).toBe(0);
    const changed = (status: string) =>
      `select count(*) ${of} and results_status ${status} and exists (select from private.missing_tasks(a))`;
    expect(await number(changed("<> ''"))).toBe(0);
    expect(await number(changed("= ''"))).toBe(2);
    const unanswered = "a.results = '{}' and a.status = 'accepted' and exists (select from private.missing_tasks(a))";
    expect(
      await number(`select count(*) from public.applications a join auth.users u on u.id = a.tester_id
        where u.email like 'tester@%' and ${unanswered}`),
    ).toBe(1);
    const linked = "jsonb_path_query(a.results, '$.*.steps.*.report_id') #>> '{}'";
    expect(
      await number(`select count(*) from (select (${linked})::uuid as id, a.id as taker ${of}) l
        join public.feedback f on f.id = l.id and f.application_id = l.taker`),
    ).toBe(8);
    expect(
      await number(
        "select count(*) from public.rewards r join public.applications a using (campaign_id, tester_id) where a.results <> '{}'",
      ),
    ).toBe(0);
  });

  test("four developers share one organization, and users invited to its private campaign see it", async () => {
    const member = "select m.role from public.organization_members m join public.organizations o on o.id = m.org_id";
    const roles = async (name: string) =>
      (
        await db.query<{ role: string }>(
          people[name] ?? "",
          `${member} where o.name = 'Northwind Labs' and m.user_id = auth.uid()`,
        )
      ).map((r) => r.role);
    expect(await Promise.all(["dev", "dev2", "dev3", "dev4"].map(roles))).toEqual([
      ["owner"],
      ["manager"],
      ["reviewer"],
      ["viewer"],
    ]);
    const hidden = "select count(*)::int as n from public.campaigns where visibility = 'private'";
    for (const [name, n] of [
      ["dev", 1],
      ["dev4", 1],
      ["tester", 1],
      ["tester2", 1],
      ["tester3", 0],
    ] as const)
      expect([name, (await db.query<{ n: number }>(people[name] ?? "", hidden))[0]?.n]).toEqual([name, n]);
    const [mine] = await db.owner<{ name: string }>(
      "select memberships -> 1 ->> 'name' as name from public.accounts where id = $1",
      [people.dev4 ?? ""],
    );
    expect(mine?.name).toBe("Northwind Labs");
    const reports =
      "select count(*) from public.feedback f join public.campaigns c on c.id = f.campaign_id where c.org_id <> c.developer_id and c.visibility =";
    for (const visibility of ["public", "private"])
      expect(await number(`${reports} '${visibility}'`)).toBeGreaterThan(2);
    expect(await number("select count(*) from private.organization_activity")).toBeGreaterThan(9);
    // No report of a user without access.
    expect(
      await number(
        "select count(*) from public.applications a join public.campaigns c on c.id = a.campaign_id where c.visibility = 'private' and not exists (select from private.campaign_access i where i.campaign_id = c.id and i.user_id = a.tester_id)",
      ),
    ).toBe(0);
    expect(await number("select count(*) from private.campaign_links where uses > max_uses")).toBe(0);
  });

  test("it follows the rules: no overfull campaign, ledger and rewards agree, nothing from the future", async () => {
    expect(
      await number("select count(*) from public.campaigns where testers_joined > max_testers or end_date < start_date"),
    ).toBe(0);
    expect(
      await number("select count(*) from public.campaigns where status = 'active' and end_date < current_date"),
    ).toBe(0);
    expect(await number("select sum(amount_cents) from public.ledger_entries")).toBe(
      await number("select sum(amount_cents) from public.rewards where status in ('earned', 'requested')"),
    );
    expect(
      await number(
        "select count(*) from public.payouts p where status <> 'failed' and amount_cents <> (select sum(amount_cents) from public.rewards r where r.payout_id = p.id)",
      ),
    ).toBe(0);
    expect(
      await number(
        "select count(*) from public.feedback where captured_at > now() or received_at > now() or reviewed_at > now()",
      ),
    ).toBe(0);
    expect(await number("select count(*) from public.feedback where status = 'submitted' and due_at <= now()")).toBe(0);
    expect(await number("select count(*) from realtime.messages")).toBe(hinted);
  });

  test("O2 every row fits the device's schema", async () => {
    for (const [role, who] of [
      ["tester", people.tester],
      ["developer", people.dev],
      ["admin", people.admin],
    ] as const) {
      const answer = await pull(
        db,
        who ?? "",
        collectionsByRole[role].map((collection) => ({ collection, checkpoint: null, limit: 1000 })),
      );
      for (const [name, part] of Object.entries(answer.collections)) {
        for (const { _deleted, ...row } of part.rows) {
          const parsed = v.safeParse(v.strictObject(schemas[name as CollectionName].entries), row);
          expect({ name, issues: parsed.issues?.map((i) => `${v.getDotPath(i)}: ${i.message}`) }).toEqual({
            name,
            issues: undefined,
          });
        }
      }
    }
  });

  test("loading it twice changes nothing", async () => {
    const before = await number("select count(*) from public.notifications");
    await db.db.script(seed);
    expect(await number("select count(*) from public.notifications")).toBe(before);
  });

  test("B3 open tasks of sample users cause no reminders", async () => {
    expect(await number("select count(*) from private.reminders")).toBe(0);
  });

  test("T12 clean removes exactly the marked rows, for admins only", async () => {
    const { dev, tester, admin, campaignId, reportId } = await reportedCampaign(db);
    await expect(db.query(dev, "select public.clean_sample_data()")).rejects.toMatchObject({ code: "forbidden" });
    const [answer] = await db.query<{ done: { removed: Record<string, number> } }>(
      admin,
      "select public.clean_sample_data() as done",
    );
    expect(answer?.done.removed).toMatchObject({ campaigns: 15, apps: 32 });
    for (const name of [
      "profiles",
      "campaigns",
      "applications",
      "feedback",
      "comments",
      "rewards",
      "payouts",
      "apps",
      "releases",
      "flags",
      "notifications",
      "activity",
    ]) {
      // Every marked row is a tombstone, and no other row is.
      expect([name, await number(`select count(*) from public.${name} where is_sample <> _deleted`)]).toEqual([
        name,
        0,
      ]);
    }
    expect(await number("select count(*) from auth.users")).toBe(3);
    expect(await db.row("feedback", reportId)).toMatchObject({ _deleted: false, status: "submitted" });
    const gone =
      (await pull(db, tester, [{ collection: "campaigns", checkpoint: null, limit: 1000 }])).collections.campaigns
        ?.rows ?? [];
    expect(gone.filter((r) => r._deleted === false).map((r) => r.id)).toEqual([campaignId]);
    for (const name of ["tester_invitations", "campaign_links", "campaign_access"])
      expect([name, await number(`select count(*) from private.${name}`)]).toEqual([name, 0]);
    for (const name of ["public.organization_members", "private.organization_activity"])
      expect([
        name,
        await number(`select count(*) from ${name} x join public.organizations o on o.id = x.org_id where o.is_sample`),
      ]).toEqual([name, 0]);
  });
});
