// Checks inside the database, with the secret key (public.backend_facts).
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { backendVersion } from "../functions/_shared/version.ts";
import { openInMemory } from "../local/database/snapshot.ts";
import { type Asked, deploy, type Findings } from "./finding.ts";
import { checkClock } from "./outside.ts";

const factsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.nullable(v.string()),
    now: v.string(),
    parts: v.array(v.tuple([v.string(), v.string(), v.string(), v.string()])),
    migrations: v.nullable(v.array(v.string())),
    scheduled_at: v.nullable(v.string()),
    failures: v.array(
      v.object({ job: v.string(), item: v.string(), attempts: v.number(), since: v.string(), error: v.string() }),
    ),
    jobs: v.nullable(v.array(v.string())),
    secrets: v.nullable(v.array(v.string())),
  }),
);
type Facts = v.InferOutput<typeof factsSchema>;

/** The schedule runs each minute; a long run may take several minutes. */
const scheduleMs = 10 * 60_000;

/** For each kind of part: its finding, its plural, and the consequence of a fault. */
const kinds: Readonly<Record<string, { part: string; what: string; why: string }>> = {
  table: { part: "migrations", what: "tables", why: "Devices cannot replicate them." },
  column: { part: "migrations", what: "columns", why: "Rows are not written or read as the app expects." },
  constraint: {
    part: "migrations",
    what: "constraints",
    why: "Rows that the app cannot read are accepted, or good ones rejected.",
  },
  index: { part: "migrations", what: "indexes", why: "Each call reads whole tables, or rows are no longer unique." },
  "row security": {
    part: "policies",
    what: "row level security",
    why: "Everybody who is signed in reads and writes everything there.",
  },
  policy: { part: "policies", what: "policies", why: "People see too much, or nothing." },
  grant: {
    part: "policies",
    what: "rights",
    why: "People may write or read what only the server may, or cannot work.",
  },
  trigger: { part: "triggers", what: "triggers", why: "Rules are not kept, and accounts get no profile." },
  function: { part: "triggers", what: "functions", why: "Rules are not kept, or calls fail." },
  call: {
    part: "calls",
    what: "rights to call",
    why: "Devices cannot pull, push or search, or anybody may call what is the server's.",
  },
  bucket: {
    part: "buckets",
    what: "buckets",
    why: "Files are lost, open to everybody, too large, or shown to nobody.",
  },
};

export async function checkInside({ ask, secretKey }: Asked, found: Findings): Promise<void> {
  const init = { method: "POST", body: "{}" };
  const { status, body } = await ask("/rest/v1/rpc/backend_facts", init, secretKey);
  if (status === 401 || status === 403) {
    const fix = "Copy a secret key of this very project (Settings → API keys).";
    found.wrong("secret key", `The secret key was rejected (${status}).`, "Functions and deliveries need one.", fix);
    return;
  }
  const facts = v.safeParse(factsSchema, body);
  if (status !== 200 || !facts.success) {
    const what = status === 404 ? "The database has no function backend_facts." : `backend_facts answers ${status}.`;
    found.wrong("version", what, "The migrations are older than this version, or were not applied.", deploy);
    return;
  }
  checkVersion(facts.output, found);
  checkClock(facts.output.now, found);
  checkMigrations(facts.output, found);
  await checkParts(facts.output, found);
  checkSchedule(facts.output, found);
  checkFailures(facts.output, found);
}

function checkVersion({ version }: Facts, found: Findings): void {
  const why = "The app and its backend do not know the same rules.";
  if (version === backendVersion) found.good("version", `The migrations are those of this version (${version}).`);
  else if (version === null || version < backendVersion)
    found.wrong("version", `The newest migration is ${version ?? "unknown"}, not ${backendVersion}.`, why, deploy);
  else
    found.wrong(
      "version",
      `The database is newer (${version}) than this version (${backendVersion}).`,
      why,
      "Update the app.",
    );
}

const migrationsFolder = fileURLToPath(new URL("../migrations", import.meta.url));
/** Migrations with one of these statements; the folder when a migration function makes it. */
function migrationsWith(statements: readonly string[]): string {
  const files = readdirSync(migrationsFolder).sort();
  const found = files.filter((file) => {
    const text = readFileSync(`${migrationsFolder}/${file}`, "utf8");
    return statements.some((statement) => text.includes(statement));
  });
  return found.length > 0 ? found.map((file) => `supabase/migrations/${file}`).join(", ") : "supabase/migrations";
}

async function expectedParts(): Promise<Facts["parts"]> {
  const database = await openInMemory(migrationsFolder);
  try {
    const rows = await database.query<Record<"kind" | "of" | "name" | "hash", string>>(
      "select * from private.current_parts()",
    );
    return rows.map(({ kind, of, name, hash }) => [kind, of, name, hash]);
  } finally {
    await database.close();
  }
}

type Fault = "missing" | "changed" | "extra";
const faults: Readonly<Record<Fault, string>> = {
  missing: "Missing",
  changed: "Changed",
  extra: "Not of this version:",
};

function fixOf(kind: string, fault: Fault, names: readonly string[]): string {
  const each = (statement: (first: string, last: string) => string) =>
    names
      .map((name) => statement(name.slice(0, name.lastIndexOf(" ")), name.slice(name.lastIndexOf(" ") + 1)))
      .join(" ");
  if (kind === "row security") return names.map((name) => `alter table ${name} enable row level security;`).join(" ");
  if (kind === "call" && fault === "missing")
    return each((call, role) => `grant execute on function ${call} to ${role};`);
  if (kind === "call") return each((call, role) => `revoke execute on function ${call} from public, ${role};`);
  if (kind === "policy" && fault === "extra") return each((table, policy) => `drop policy ${policy} on ${table};`);
  if (kind === "trigger" && fault === "extra") return each((table, trigger) => `drop trigger ${trigger} on ${table};`);
  if (kind === "grant" && fault === "extra")
    return names
      .map((name) => {
        const [object = "", role, privilege] = name.split(" ");
        const [schema, table, column] = object.split(".");
        return `revoke ${privilege}${column ? ` (${column})` : ""} on ${schema}.${table} from ${role};`;
      })
      .join(" ");
  if (kind === "bucket") return `Give it the row in ${migrationsWith(["insert into storage.buckets"])} again.`;
  // Migrations write policies and triggers without a schema, everything else with one.
  const written = names.map((name) => {
    if (kind === "policy" || kind === "trigger") return `create ${kind} ${name.split(" ").at(-1)} `;
    const [object = ""] = name.split(" ");
    const [schema, table = ""] = object.split(".");
    return kind === "function" ? `function ${name.slice(0, name.indexOf("("))}(` : `create table ${schema}.${table} `;
  });
  return `Make it again as it is in ${migrationsWith(written)}.`;
}

/** Compares the parts. Ignores tables and functions that this version does not define. */
async function checkParts(facts: Facts, found: Findings): Promise<void> {
  const key = ([kind, , name]: Facts["parts"][number]) => `${kind} ${name}`;
  const expected = await expectedParts();
  const here = new Map(facts.parts.map((part) => [key(part), part]));
  const known = new Map(expected.map((part) => [key(part), part]));
  const objects = new Set([...expected.map(([, of]) => of), "storage.objects", "realtime.messages"]);
  const groups = new Map<string, { kind: string; fault: Fault; names: string[] }>();
  const add = (kind: string, fault: Fault, name: string): void => {
    const group = groups.get(`${kind} ${fault}`) ?? { kind, fault, names: [] };
    group.names.push(name);
    groups.set(`${kind} ${fault}`, group);
  };
  const owner = (kind: string) => (kind === "call" ? "function" : "table");
  for (const part of expected) {
    const [kind, of, name, hash] = part;
    const present = here.get(key(part));
    // For a missing table, report only the table, not its parts.
    if (
      !present &&
      (kind === "table" ||
        known.has(`${owner(kind)} ${of}`) === here.has(`${owner(kind)} ${of}`) ||
        kind === "function")
    )
      add(kind, "missing", name);
    else if (present && present[3] !== hash) add(kind, "changed", name);
  }
  for (const part of facts.parts)
    if (!known.has(key(part)) && objects.has(part[1]) && part[0] !== "index") add(part[0], "extra", part[2]);
  for (const { kind, fault, names } of groups.values()) {
    const { part, what, why } = kinds[kind] ?? { part: "migrations", what: kind, why: "A rule is lost." };
    const shown = names.slice(0, 10);
    const more = names.length > 10 ? ` and ${names.length - 10} more` : "";
    found.wrong(part, `${faults[fault]} ${what}: ${shown.join(", ")}${more}.`, why, fixOf(kind, fault, shown));
  }
  if (groups.size === 0)
    found.good("parts", "Tables, policies, triggers, functions, rights and buckets are as the migrations make them.");
}

function checkMigrations({ migrations }: Facts, found: Findings): void {
  if (migrations === null) return;
  const missing = readdirSync(migrationsFolder)
    .filter((file) => file.endsWith(".sql") && !migrations.includes(file.split("_")[0] ?? ""))
    .sort();
  if (missing.length > 0)
    found.wrong("version", `Migrations that have not run: ${missing.join(", ")}.`, "Later ones build on them.", deploy);
}

const cronJobs = {
  "betaflock-scheduled-jobs":
    "select cron.schedule('betaflock-scheduled-jobs', '* * * * *', 'call private.run_scheduled_jobs()');",
  "betaflock-deliveries":
    "select cron.schedule('betaflock-deliveries', '* * * * *', 'select private.invoke_workers()');",
} as const;

function checkFailures({ failures }: Facts, found: Findings): void {
  if (failures.length === 0) return;
  const shown = failures
    .slice(0, 10)
    .map(
      ({ job, item, attempts, since, error }) =>
        `${job}${item && ` of ${item}`} (${attempts} times since ${since}: ${error})`,
    );
  const more = failures.length > 10 ? ` and ${failures.length - 10} more` : "";
  found.wrong(
    "schedule",
    `Scheduled jobs fail: ${shown.join("; ")}${more}.`,
    "The rows that they name wait; all others are done.",
    "Look at these rows (table private.job_failures). Each is tried again within an hour, or after a row of that table is deleted.",
  );
}

function checkSchedule({ scheduled_at, jobs, secrets, now }: Facts, found: Findings): void {
  const why = "Tests do not end, reports are not approved in time, and nothing is sent.";
  const off = Object.entries(cronJobs).filter(([name]) => jobs && !jobs.includes(name));
  const late = scheduled_at === null || Date.parse(now) - Date.parse(scheduled_at) > scheduleMs;
  if (off.length > 0) {
    const fix = `Switch pg_cron, pg_net and supabase_vault on, then run: ${off.map(([, sql]) => sql).join(" ")}`;
    found.wrong("schedule", `Not scheduled: ${off.map(([name]) => name).join(", ")}.`, why, fix);
  } else if (late) {
    const since = scheduled_at === null ? "has not run yet" : `has not run since ${scheduled_at}`;
    const fix =
      "Switch pg_cron on (Database → Extensions), or look into the log of the embedded server for scheduled_jobs_failed.";
    found.wrong("schedule", `The schedule ${since}.`, why, fix);
  } else found.good("schedule", "What is due each minute is done.");
  const unknown = ["project_url", "secret_key"].filter((name) => secrets && !secrets.includes(name));
  if (unknown.length > 0)
    found.wrong(
      "vault",
      `The vault has no ${unknown.join(" and no ")}.`,
      "The database cannot call the functions that send notifications.",
      'Run "npm run deploy", which puts them there.',
    );
  else if (secrets) found.good("vault", "The vault has what the functions are called with.");
}
