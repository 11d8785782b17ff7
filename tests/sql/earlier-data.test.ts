// Migrations over what earlier versions let in: a store that was used must come through them, its
// rows made good and not only refused.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bootstrap } from "../../supabase/local/database/bootstrap.ts";
import { openPglite } from "../../supabase/local/database/database.ts";
import { migrate, migrationsIn } from "../../supabase/local/database/migrations.ts";

const migrations = "supabase/migrations";

/** A store as it was before a chapter. */
async function before(chapter: string) {
  const folder = mkdtempSync(join(tmpdir(), "betaflock-migrations-"));
  cpSync(migrations, folder, { recursive: true });
  const later = (await migrationsIn(folder)).filter(({ version }) => version >= chapter);
  for (const { path } of later) rmSync(path);
  const db = await openPglite({ folder: undefined });
  onTestFinished(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await bootstrap(db);
  await migrate(db, folder);
  return { db, later: later.map(({ version }) => version) };
}

test("S20 an app whose description was taken out past the form has its title for one, on every device, and can be changed", async () => {
  const { db, later } = await before("20261120000025");
  const [developer, app] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  await db.script(`
    insert into auth.users (id, email, raw_user_meta_data)
      values ('${developer}', 'old@example.test', '{"name": "Olga Old", "role": "developer"}');
    begin;
    select set_config('betaflock.seeding', 'on', true);
    insert into public.apps (id, developer_id, title, description, platform, type, status, published_at)
      values ('${app}', '${developer}', 'Budget', 'Money', 'android', 'APK', 'published', now());
    commit;
    update public.apps set description = ' ';`);
  const rows = () =>
    db.query<{ description: string; xid: string }>("select description, sync_xid::text as xid from public.apps");
  const [bare] = await rows();
  expect(bare?.description).toBe(" ");
  expect(await migrate(db, migrations)).toEqual(later);
  const [healed] = await rows();
  expect(healed?.description).toBe("Budget");
  expect(Number(healed?.xid)).toBeGreaterThan(Number(bare?.xid));
  await db.query("update public.apps set downloads = downloads + 1");
});

test("S16 P2 expected answers that stood in the public row move out of it, and testers' devices are given the row anew", async () => {
  const { db, later } = await before("20261120000030");
  const [developer, tester] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  const question = {
    ...{ id: "00000000-0000-4000-8000-000000000003", question: "Do you camp?", kind: "yes_no" },
    ...{ options: [], required: true },
  };
  await db.script(`
    insert into auth.users (id, email, raw_user_meta_data) values
      ('${developer}', 'old@example.test', '{"name": "Olga Old", "role": "developer"}'),
      ('${tester}', 'tess@example.test', '{"name": "Tess Tester", "role": "tester"}');
    begin;
    select set_config('betaflock.seeding', 'on', true);
    insert into public.campaigns (id, developer_id, title, description, start_date, end_date, status, published_at, updated_at, screening)
      values ('${developer}', '${developer}', 'Night map', 'Can it be read in the dark?', '2026-01-01', '2999-01-01', 'active', now(), '2026-01-01',
        '${JSON.stringify([{ ...question, pass: ["yes"] }])}');
    commit;`);
  const pulled = async (who: string, checkpoint: unknown) => {
    const [answer] = await db.transaction(async (session) => {
      await session.query(
        "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
        [JSON.stringify({ sub: who, role: "authenticated" })],
      );
      return session.query<{ page: { rows: { screening: unknown; updated_at: string }[]; checkpoint: unknown } }>(
        "select public.sync_pull($1::jsonb) -> 'collections' -> 'campaigns' as page",
        [JSON.stringify([{ collection: "campaigns", checkpoint }])],
      );
    });
    return answer?.page;
  };
  const old = await pulled(tester, null);
  expect(old?.rows[0]?.screening).toEqual([{ ...question, pass: ["yes"] }]);
  expect((await pulled(tester, old?.checkpoint))?.rows).toEqual([]);
  expect(await migrate(db, migrations)).toEqual(later);
  expect((await pulled(tester, old?.checkpoint))?.rows).toMatchObject([
    { screening: [{ ...question, pass: [] }], updated_at: "2026-01-01T00:00:00.000Z" },
  ]);
  expect((await pulled(developer, null))?.rows).toMatchObject([{ screening: [{ ...question, pass: ["yes"] }] }]);
  expect(await db.query("select screening from public.campaigns")).toEqual([{ screening: [question] }]);
});
