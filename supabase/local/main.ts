// `npm start`: the built app and its backend on one port. Prints the build (after a change), the
// data folder, the address and, with the sample data, the accounts.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type ListeningBackend, type ListenOptions, startBackend } from "./backend.ts";
import { build, isStale } from "./build.ts";
import { jsonLog, messageOf } from "./common/log.ts";
import { reportOf } from "./common/operator-error.ts";
import { watchProcess } from "./common/process-errors.ts";
import { backendOptions, dataDirOf, type Environment, readEnvironment } from "./environment.ts";
import { isLoopback } from "./exposure-check.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const triedPorts = 20;

function optionsOf(environment: Environment): ListenOptions {
  const host = environment.HOST ?? "127.0.0.1";
  const sample = environment.SAMPLE_DATA ?? isLoopback(host);
  return { ...backendOptions(environment), host, distDir: `${root}dist`, sample };
}

/** Uses PORT if set; otherwise 3000 or the next free port. */
async function startOnFreePort(options: ListenOptions, asked: number | undefined): Promise<ListeningBackend> {
  const first = asked ?? 3000;
  for (let port = first; ; port += 1) {
    try {
      return await startBackend({ ...options, port });
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!taken || asked !== undefined || port >= first + triedPorts) throw error;
    }
  }
}

const printLine = (label: string, text: string): void => void process.stdout.write(`${label.padEnd(10)} ${text}\n`);

function nameOfDatabase(environment: Environment): string {
  if (!environment.DATABASE_URL) return `PGlite, in ${relative(process.cwd(), dataDirOf(environment)) || "."}`;
  const { host, pathname } = new URL(environment.DATABASE_URL);
  return `PostgreSQL, ${pathname.slice(1)} at ${host || "localhost"}`;
}

async function buildIfStale(): Promise<void> {
  if (!isStale(root)) return;
  const startedAt = Date.now();
  printLine("Building", "the app, as it is new here or has changed …");
  await build(root);
  printLine("Built", `in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

async function greet(backend: ListeningBackend, environment: Environment): Promise<void> {
  printLine("Database", nameOfDatabase(environment));
  const keepsMails = environment.SMTP_URL === undefined && environment.NODE_ENV !== "production";
  printLine("Betaflock", keepsMails ? `${backend.url} (its e-mails: /dev/mail)` : backend.url);
  const samples = await backend.sql<{ email: string }>(
    `select distinct on (p.role) u.email from auth.users u join public.profiles p on p.id = u.id
     where u.email like '%@betaflock.test' order by p.role, u.created_at, u.email`,
  );
  if (samples.length > 0)
    printLine("Log in as", `${samples.map(({ email }) => email).join(", ")} (password betaflock-demo)`);
}

async function main(): Promise<void> {
  watchProcess(jsonLog, (code) => process.exit(code));
  const environment = readEnvironment(process.env);
  await buildIfStale();
  const backend = await startOnFreePort(optionsOf(environment), environment.PORT);
  await greet(backend, environment);
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return; // a second signal must not interrupt the shutdown
    stopping = true;
    jsonLog("stopping", { signal });
    backend.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        jsonLog("stop_failed", { message: messageOf(error) });
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

main().catch((error: unknown) => {
  const portTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  process.stderr.write(`${portTaken ? messageOf(error) : reportOf(error)}\n`);
  process.exit(1);
});
