// What only the database knows of itself: asked with the secret key (public.backend_facts).
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { backendVersion } from "../functions/_shared/version.ts";
import { type Asked, deploy, type Findings } from "./finding.ts";
import { checkClock } from "./outside.ts";

const factsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.nullable(v.string()),
    now: v.string(),
    missing: v.array(v.object({ kind: v.string(), name: v.string() })),
    scheduled_at: v.nullable(v.string()),
    jobs: v.nullable(v.array(v.string())),
    secrets: v.nullable(v.array(v.string())),
  }),
);
type Facts = v.InferOutput<typeof factsSchema>;

/** Twice the time between two runs that leave a trace. */
const scheduleMs = 20 * 60_000;

/** Why the loss of a part matters, by its kind, and which finding it belongs to. */
const kinds: Readonly<Record<string, { part: string; what: string; why: string }>> = {
  table: { part: "migrations", what: "Missing tables", why: "Devices cannot replicate them." },
  "row security": {
    part: "policies",
    what: "Row level security is off",
    why: "Everybody who is signed in reads and writes everything there.",
  },
  policy: { part: "policies", what: "Missing policies", why: "People see too much, or nothing." },
  trigger: {
    part: "triggers",
    what: "Missing or disabled triggers",
    why: "Rules are not kept, and accounts get no profile.",
  },
  call: {
    part: "calls",
    what: "Functions that may not be called any more",
    why: "Devices cannot pull, push or search.",
  },
  bucket: {
    part: "buckets",
    what: "Buckets that are missing, or public or private where they must not be",
    why: "Files are lost, open to everybody, or shown to nobody.",
  },
};

/** @returns false: the database does not tell */
export async function checkInside({ ask, secretKey }: Asked, found: Findings): Promise<boolean> {
  const init = { method: "POST", body: "{}" };
  const { status, body } = await ask("/rest/v1/rpc/backend_facts", init, secretKey);
  if (status === 401 || status === 403) {
    const fix = "Copy a secret key of this very project (Settings → API keys).";
    found.wrong("secret key", `The secret key was refused (${status}).`, "Functions and deliveries need one.", fix);
    return false;
  }
  const facts = v.safeParse(factsSchema, body);
  if (status !== 200 || !facts.success) {
    const what = status === 404 ? "The database has no function backend_facts." : `backend_facts answers ${status}.`;
    found.wrong("version", what, "The migrations are older than this version, or were not applied.", deploy);
    return false;
  }
  checkVersion(facts.output, found);
  checkClock(facts.output.now, found);
  checkParts(facts.output, found);
  checkSchedule(facts.output, found);
  return true;
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
/** The migrations with one of these statements; the folder where a function of theirs makes it. */
function migrationsWith(statements: readonly string[]): string {
  const files = readdirSync(migrationsFolder).sort();
  const found = files.filter((file) => {
    const text = readFileSync(`${migrationsFolder}/${file}`, "utf8");
    return statements.some((statement) => text.includes(statement));
  });
  return found.length > 0 ? found.map((file) => `supabase/migrations/${file}`).join(", ") : "supabase/migrations";
}

/** What mends the loss of parts of a kind, by their names (private.current_parts). */
function fixOf(kind: string, names: readonly string[]): string {
  const parts = names.map((name) => /^(?:(.*) )?(\S+)$/.exec(name) ?? [name, "", name]);
  const each = (statement: (first: string, last: string) => string) =>
    parts.map(([, first = "", last = ""]) => statement(first, last));
  if (kind === "row security")
    return each((_, table) => `alter table public.${table} enable row level security;`).join(" ");
  if (kind === "call") return each((call, role) => `grant execute on function public.${call} to ${role};`).join(" ");
  if (kind === "bucket") {
    const access = each((id, is) => `update storage.buckets set public = ${is === "public"} where id = '${id}';`);
    return `${access.join(" ")} A missing one: its row in ${migrationsWith(["insert into storage.buckets"])}.`;
  }
  const statements = each((_, name) => `create ${kind} ${kind === "table" ? "public." : ""}${name} `);
  return `Run the statement that makes it once more, from ${migrationsWith(statements)}.`;
}

function checkParts({ missing }: Facts, found: Findings): void {
  for (const kind of new Set(missing.map((one) => one.kind))) {
    const { part, what, why } = kinds[kind] ?? {
      part: "migrations",
      what: `Missing (${kind})`,
      why: "A rule is lost.",
    };
    const names = missing.filter((one) => one.kind === kind).map(({ name }) => name);
    const shown = names.slice(0, 10).join(", ");
    const more = names.length > 10 ? ` and ${names.length - 10} more` : "";
    const fix = fixOf(kind, names);
    found.wrong(part, `${what}: ${shown}${more}.`, why, fix);
  }
  if (missing.length === 0)
    found.good("parts", "All tables, policies, triggers, rights and buckets are as the migrations made them.");
}

const cronJobs = {
  "betaflock-scheduled-jobs":
    "select cron.schedule('betaflock-scheduled-jobs', '* * * * *', 'select private.run_scheduled_jobs()');",
  "betaflock-deliveries":
    "select cron.schedule('betaflock-deliveries', '* * * * *', 'select private.invoke_workers()');",
} as const;

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
