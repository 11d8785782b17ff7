// Columns are frozen unless a rule names them: a column of a later migration is protected by
// default, even where the migration grants writes.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

const db = setUpDatabase("pglite");
const change = { added_cents: 1 };

beforeAll(async () => {
  for (const table of ["releases", "campaigns", "applications", "feedback", "payouts"])
    await db.owner(`alter table public.${table} add column added_cents int not null default 0`);
  // Grants and writable columns, as the migration would set them.
  await db.owner(`select private.sync_register(c.name, c.insert_columns, c.update_columns || '{added_cents}', c.removable)
    from private.sync_collections c where c.name in ('releases', 'campaigns', 'applications', 'feedback')`);
});
const developer = setUpPerson(db, "developer");
const tester = setUpPerson(db, "tester");

test("T5 a new campaign column is writable in a draft, and frozen once it runs or has ended", async () => {
  const draft = await campaign(db, developer, { status: "draft" });
  expect(await db.update(developer, "campaigns", draft, change)).toBe(1);
  const running = await campaign(db, developer);
  await expect(db.update(developer, "campaigns", running, change)).rejects.toEqual(rejection("wrong_state"));
  await db.update(developer, "campaigns", running, { status: "completed" });
  await expect(db.update(developer, "campaigns", running, change)).rejects.toEqual(rejection("wrong_state"));
});

test("T11 a new column of a published release is frozen for its developer and for the server", async () => {
  const app = randomUUID();
  await db.insert(developer, "apps", { id: app, developer_id: developer, title: "Budget", description: "Money" });
  const release = randomUUID();
  const file_path = `${developer}/${release}`;
  await db.insert(developer, "releases", {
    id: release,
    app_id: app,
    developer_id: developer,
    version: "1.0",
    file_path,
  });
  expect(await db.update(developer, "releases", release, change)).toBe(1);
  await db.owner("update public.releases set checked_at = now() where id = $1", [release]);
  await db.update(developer, "releases", release, { status: "published" });
  const again = { added_cents: 2 };
  await expect(db.update(developer, "releases", release, again)).rejects.toEqual(rejection("wrong_state"));
  await expect(db.owner("update public.releases set added_cents = 2 where id = $1", [release])).rejects.toEqual(
    rejection("wrong_state"),
  );
});

test("T6 T7 a new column of an application or report is writable by neither side until a rule names it", async () => {
  const id = await campaign(db, developer);
  const application = await apply(db, id, tester);
  const draft = await report(db, id, tester, { status: "draft" });
  const submitted = await report(db, id, tester);
  for (const who of [tester, developer])
    await expect(db.update(who, "applications", application, change)).rejects.toEqual(rejection("not_allowed"));
  await expect(db.update(tester, "feedback", draft, change)).rejects.toEqual(rejection("not_allowed"));
  for (const who of [tester, developer])
    await expect(db.update(who, "feedback", submitted, change)).rejects.toEqual(rejection("not_allowed"));
});

test("T8 a new payout column is writable by no role without its own rule", async () => {
  const id = await campaign(db, developer, { auto_select: true });
  await apply(db, id, tester);
  const earning = await report(db, id, tester);
  await db.update(developer, "feedback", earning, { status: "approved", usefulness: 4 });
  await db.owner("update public.accounts set paypal_email = 'tess@example.test' where id = $1", [tester]);
  const payout = randomUUID();
  await db.insert(tester, "payouts", { id: payout, tester_id: tester, currency: "USD" });
  const admin = await person(db, "admin");
  for (const who of [tester, developer, admin])
    await expect(db.update(who, "payouts", payout, change)).rejects.toEqual(rejection("42501"));
  // If a backend grants more than the migrations, the write path still rejects.
  await db.owner("grant update on public.payouts to authenticated");
  await expect(db.update(admin, "payouts", payout, change)).rejects.toEqual(rejection("not_allowed"));
});

test("P1 a table without columns for people stays closed where a migration opens its rows", async () => {
  const id = randomUUID();
  await db.owner("insert into public.activity (id, actor_id, action) values ($1, $2, 'registered')", [id, developer]);
  await db.owner("grant update on public.activity to authenticated");
  await db.owner("create policy opened on public.activity for update to authenticated using (true)");
  await db.owner("create policy opened_rows on public.activity for select to authenticated using (true)");
  await db.owner("drop trigger if exists t50_rules on public.activity");
  await expect(db.update(developer, "activity", id, { action: "forged" })).rejects.toEqual(rejection("not_allowed"));
});
