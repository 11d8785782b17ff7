// What is frozen is all that no rule names: a column that a later migration adds is protected by
// default, also where the migration opens it to the people who write the other columns.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { refused } from "../fixtures/sql/refused.ts";
import { apply, campaign, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

const db = setUpDatabase("pglite");
const change = { added_cents: 1 };

beforeAll(async () => {
  for (const table of ["releases", "campaigns", "applications", "feedback", "payouts"])
    await db.owner(`alter table public.${table} add column added_cents int not null default 0`);
  // As the migration would: grants and the columns that the write path lets through.
  await db.owner(`select private.sync_register(c.name, c.insert_columns, c.update_columns || '{added_cents}', c.removable)
    from private.sync_collections c where c.name in ('releases', 'campaigns', 'applications', 'feedback')`);
});
const developer = setUpPerson(db, "developer");
const tester = setUpPerson(db, "tester");

test("T5 a new column of a campaign is open in a draft, and frozen once it runs or has ended", async () => {
  const draft = await campaign(db, developer, { status: "draft" });
  expect(await db.update(developer, "campaigns", draft, change)).toBe(1);
  const running = await campaign(db, developer);
  await expect(db.update(developer, "campaigns", running, change)).rejects.toEqual(refused("wrong_state"));
  await db.update(developer, "campaigns", running, { status: "completed" });
  await expect(db.update(developer, "campaigns", running, change)).rejects.toEqual(refused("wrong_state"));
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
  await db.update(developer, "releases", release, { status: "published" });
  const again = { added_cents: 2 };
  await expect(db.update(developer, "releases", release, again)).rejects.toEqual(refused("wrong_state"));
  await expect(db.owner("update public.releases set added_cents = 2 where id = $1", [release])).rejects.toEqual(
    refused("wrong_state"),
  );
});

test("T6 T7 a new column of an application or a report is neither side's until a rule names it", async () => {
  const id = await campaign(db, developer);
  const application = await apply(db, id, tester);
  const draft = await report(db, id, tester, { status: "draft" });
  const submitted = await report(db, id, tester);
  for (const who of [tester, developer])
    await expect(db.update(who, "applications", application, change)).rejects.toEqual(refused("not_allowed"));
  await expect(db.update(tester, "feedback", draft, change)).rejects.toEqual(refused("not_allowed"));
  for (const who of [tester, developer])
    await expect(db.update(who, "feedback", submitted, change)).rejects.toEqual(refused("not_allowed"));
});

test("T8 a new column of a payout is nobody's, without a rule of its own", async () => {
  const id = await campaign(db, developer, { auto_select: true });
  await apply(db, id, tester);
  const earning = await report(db, id, tester);
  await db.update(developer, "feedback", earning, { status: "approved", usefulness: 4 });
  await db.owner("update public.accounts set paypal_email = 'tess@example.test' where id = $1", [tester]);
  const payout = randomUUID();
  await db.insert(tester, "payouts", { id: payout, tester_id: tester, currency: "USD" });
  const admin = await person(db, "admin");
  for (const who of [tester, developer, admin])
    await expect(db.update(who, "payouts", payout, change)).rejects.toEqual(refused("42501"));
  // Where a backend grants more than the migrations, the write path refuses.
  await db.owner("grant update on public.payouts to authenticated");
  await expect(db.update(admin, "payouts", payout, change)).rejects.toEqual(refused("not_allowed"));
});
