// A PostgreSQL cluster that lives as long as a test run: what needs two transactions at once is
// proved on this one, PGlite has a single connection. Uses the binaries that are installed; never
// touches a cluster that it did not make.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { postgresPrograms } from "./postgres-programs.ts";

const run = promisify(execFile);

export interface TestPostgres {
  /** Of a database of its own, empty. */
  url: string;
  /** Another empty database in the same cluster: cheaper than another cluster. */
  createDatabase(): Promise<string>;
  /** Ends the server under whoever is connected, and starts it again on the same port. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  /** Stops the server, copies its folder and starts it again. @returns what `putBack` takes */
  copyFolder(): Promise<string>;
  /** Puts a copy back in the place of the folder, as an operator does after a broken disk. */
  putBack(copy: string): Promise<void>;
  stop(): Promise<void>;
}

class NoPostgres extends Error {
  constructor() {
    super(
      "PostgreSQL's programs (initdb, postgres) are not installed. Debian or Ubuntu: `apt-get install postgresql`; macOS: `brew install postgresql@15`. " +
        "Then run the tests again, or name a folder with the programs in POSTGRES_BIN.",
    );
    this.name = "NoPostgres";
  }
}

/** PostgreSQL refuses to run as root. */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const line = users.find((each) => each.startsWith("postgres:")) ?? users.find((each) => each.startsWith("nobody:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (!uid || !gid) throw new Error("Running as root, and there is no user (postgres, nobody) to run PostgreSQL as");
  return { uid: Number(uid), gid: Number(gid) };
}

const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });

export async function startTestPostgres(): Promise<TestPostgres> {
  const bin = await postgresPrograms("initdb");
  if (bin === null) throw new NoPostgres();
  const user = otherUser();
  const root = mkdtempSync(join(tmpdir(), "betaflock-postgres-"));
  const data = join(root, "data");
  mkdirSync(data, { mode: 0o700 });
  if (user) for (const folder of [root, data]) chownSync(folder, user.uid, user.gid);
  const as = { ...(user ?? {}), cwd: root, env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" } };
  await run(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"],
    as,
  );
  const port = await freePort();
  const settings = {
    fsync: "off",
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "100",
    port: String(port),
  };
  const launch = async (): Promise<{ child: ChildProcess; ended: Promise<void> }> => {
    const child = spawn(
      join(bin, "postgres"),
      ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { ...as, stdio: ["ignore", "ignore", "pipe"] },
    );
    let output = "";
    const ended = new Promise<void>((done) => child.once("exit", () => done()));
    await new Promise<void>((ready, failed) => {
      child.once("error", failed);
      child.once("exit", () => failed(new Error(`PostgreSQL ended at its start: ${output}`)));
      child.stderr.on("data", (chunk: Buffer) => {
        output = (output + chunk.toString("utf8")).slice(-4000);
        if (output.includes("ready to accept connections")) ready();
      });
    });
    return { child, ended };
  };
  let running = await launch();
  // A test run that is killed must not leave the server behind.
  const endWithUs = (): void => void running.child.kill("SIGQUIT");
  process.once("exit", endWithUs);
  const end = async (): Promise<void> => {
    running.child.kill("SIGINT"); // Fast shutdown: does not wait for clients.
    await running.ended;
  };
  let databases = 0;
  let copies = 0;
  const createDatabase = async (): Promise<string> => {
    databases += 1;
    const name = `test_${databases}`;
    const { default: postgres } = await import("postgres");
    const sql = postgres(`postgres://postgres@127.0.0.1:${port}/postgres`, { max: 1 });
    try {
      await sql.unsafe(`create database ${name}`);
    } finally {
      await sql.end();
    }
    return `postgres://postgres@127.0.0.1:${port}/${name}`;
  };
  return {
    url: await createDatabase(),
    createDatabase,
    async restart(meanwhile) {
      await end();
      await meanwhile?.();
      running = await launch();
    },
    async copyFolder() {
      copies += 1;
      const copy = join(root, `copy-${copies}`);
      await end();
      await run("cp", ["-a", data, copy]);
      running = await launch();
      return copy;
    },
    async putBack(copy) {
      await end();
      rmSync(data, { recursive: true });
      await run("cp", ["-a", copy, data]);
      running = await launch();
    },
    async stop() {
      process.off("exit", endWithUs);
      await end();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
