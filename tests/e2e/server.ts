// The product as `npm start` runs it, as a process of its own on a PostgreSQL of its own: it can be
// killed and started again on the same port, and the test counts rows in the database while it is
// down.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startTestPostgres } from "../../supabase/local/database/test-postgres.ts";

const root = new URL("../..", import.meta.url).pathname;

export interface Product {
  readonly url: string;
  readonly sql: postgres.Sql;
  /** Pulls the plug: nothing is finished, the port is refused from now on. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const freePort = () =>
  new Promise<number>((done, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address ? done(address.port) : failed(new Error("no port"))));
    });
  });

export async function startProduct(
  options: { sample?: boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<Product> {
  const database = await startTestPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), "betaflock-e2e-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sql = postgres(database.url, { max: 2, onnotice: () => undefined });
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ["--import", "tsx", "supabase/local/main.ts"], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SAMPLE_DATA: options.sample ? "true" : "false",
        LITE_AUTH_BCRYPT_COST: "4",
        // A person who registered long ago; empty is the default of `npm start`.
        AUTH_CONFIRM_EMAIL: "false",
        ...options.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    let output = "";
    await new Promise<void>((ready, failed) => {
      const heard = (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(url)) ready();
      };
      started.stdout.on("data", heard);
      started.stderr.on("data", (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-5000);
      });
      started.once("exit", (code) => failed(new Error(`The server ended (${code}) before it listened:\n${output}`)));
    });
  }

  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((done) => running.once("exit", done));
    running.kill("SIGKILL");
    await gone;
  }

  await start();
  return {
    url,
    sql,
    kill,
    start,
    async stop() {
      await kill();
      await sql.end();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
