// Backup, restore and upgrade of the embedded server as in docs/deploy.md: with the commands, on
// both databases, with a lost machine.

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { backendVersion } from "../../sync/schema/backend-version.ts";
import { clientOf, password, signUp } from "../fixtures/backend/project.ts";
import { engines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import { createOwnDatabase, migrationsFolder } from "../fixtures/shared-postgres.ts";

const run = promisify(execFile);
const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]);

interface Machine {
  dataDir: string;
  databaseUrl?: string;
}

describe.each(engines)("on %s", (kind) => {
  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), "betaflock-backup-"));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }
  async function newMachine(): Promise<Machine> {
    const dataDir = join(folder(), "data");
    if (kind === "pglite") return { dataDir };
    const { url, drop } = await createOwnDatabase("empty");
    onTestFinished(() => drop());
    return { dataDir, databaseUrl: url };
  }
  const start = (machine: Machine, migrationsDir?: string) =>
    startBackend({ ...machine, schedule: false, ...(migrationsDir ? { migrationsDir } : {}) });
  const command = ({ dataDir, databaseUrl }: Machine, name: string, file: string) =>
    run(process.execPath, ["--import", "tsx", "supabase/local/backup-command.ts", name, file], {
      env: { ...process.env, DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
    });

  /** Creates an account with a name and a file. */
  async function someone(backend: ListeningBackend) {
    const { id, token } = await signUp(backend, { name: "Ada" });
    const path = `${id}/face.png`;
    const { error } = await clientOf({ ...backend, publishableKey: backend.serviceKey })
      .storage.from("avatars")
      .upload(path, new Blob([picture], { type: "image/png" }));
    expect(error).toBeNull();
    const [{ email } = { email: "" }] = await backend.sql<{ email: string }>(
      "select email from auth.users where id = $1",
      [id],
    );
    return { id, email, token, path };
  }
  async function expectAllThere(backend: ListeningBackend, who: Awaited<ReturnType<typeof someone>>): Promise<void> {
    const client = clientOf(backend);
    expect((await client.auth.signInWithPassword({ email: who.email, password })).error).toBeNull();
    const { data: rows } = await client.from("profiles").select("name").eq("id", who.id);
    expect(rows).toEqual([{ name: "Ada" }]);
    const { data: file } = await client.storage.from("avatars").download(who.path);
    expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(picture);
    // The secrets are the same, so sessions stay valid.
    const earlier = await fetch(`${backend.url}/auth/v1/user`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${who.token}` },
    });
    expect(earlier.status).toBe(200);
    const health = await fetch(`${backend.url}/health`);
    expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: "ok" })]);
  }

  /** Creates a backup whose database cannot be restored. */
  async function damaged(file: string): Promise<string> {
    const content = folder();
    await run("tar", ["-xzf", file, "-C", content]);
    if (kind === "pglite") rmSync(join(content, "pglite", "global"), { recursive: true });
    else truncateSync(join(content, "database.dump"), 100);
    const bad = join(folder(), "damaged.tgz");
    await run("tar", ["-czf", bad, "-C", content, "."]);
    return bad;
  }

  test("B13 restores a backup on a new machine; an aborted restore is not served and can be repeated", {
    ...long,
    timeout: 180_000,
  }, async () => {
    const lost = await newMachine();
    const running = await start(lost);
    const who = await someone(running);
    await running.stop();
    const file = join(folder(), "backup.tgz");
    expect((await command(lost, "backup", file)).stdout).toContain(file);
    rmSync(lost.dataDir, { recursive: true });

    const machine = await newMachine();
    await expect(command(machine, "restore", await damaged(file))).rejects.toThrow();
    await expect(start(machine)).rejects.toThrow("was not finished. Run it again");
    expect((await command(machine, "restore", file)).stdout).toMatch(/^Restored\./);
    const restored = await start(machine);
    await expectAllThere(restored, who);
    await restored.stop();
  });

  test("O3 an upgrade applies new migrations and keeps all data; a failed one changes nothing", {
    ...long,
    timeout: 180_000,
  }, async () => {
    const older = folder();
    const newest = readdirSync(migrationsFolder).sort();
    for (const name of newest.slice(0, -2)) cpSync(join(migrationsFolder, name), join(older, name));
    const machine = await newMachine();
    const before = await start(machine, older);
    const who = await someone(before);
    await before.stop();

    const failing = join(folder(), "failing");
    mkdirSync(failing);
    cpSync(older, failing, { recursive: true });
    const bad = "29991231000000_bad.sql";
    writeFileSync(join(failing, bad), "update public.profiles set name = 'Lost'; select 1 / 0;");
    await expect(start(machine, failing)).rejects.toThrow(`Migration ${bad} failed: division by zero`);

    const after = await start(machine);
    await expectAllThere(after, who);
    expect(await after.sql("select version from private.backend_version")).toEqual([{ version: backendVersion }]);
    const applied = await after.sql<{ file: string }>(
      "select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations order by version",
    );
    expect(applied.map(({ file }) => basename(file))).toEqual(newest);
    await after.stop();
  });
});
