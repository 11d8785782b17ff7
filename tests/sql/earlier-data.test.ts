// Migrations over what earlier versions let in: a store that was used must come through them, its rows made good and not only refused.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bootstrap } from "../../supabase/local/bootstrap.ts";
import { openPglite } from "../../supabase/local/database.ts";
import { migrate, migrationsIn } from "../../supabase/local/migrations.ts";

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
