import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { type CollectionName, collectionsByRole, schemas } from "../../sync/schema/collections.ts";
import { backendVersion, versionHeader } from "../functions/_shared/version.ts";
import { type Asked, deploy, type Findings } from "./finding.ts";

const settingsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    mailer_autoconfirm: v.optional(v.boolean()),
    external: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
);
const functionsFolder = fileURLToPath(new URL("../functions", import.meta.url));
const functionNames = readdirSync(functionsFolder).filter(
  (name) => !name.startsWith("_") && existsSync(`${functionsFolder}/${name}/index.ts`),
);

export function isSecretKey(key: string): boolean {
  if (key.startsWith("sb_secret_")) return true;
  const [, claims] = key.split(".");
  if (claims === undefined) return false;
  return Buffer.from(claims, "base64url").toString().includes('"service_role"');
}

/** @returns false when further checks are impossible */
export async function checkAddress({ url, key, ask }: Asked, found: Findings): Promise<boolean> {
  const unreachable = "Without its backend the app is a page that says so.";
  const settings = await ask("/auth/v1/settings").catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error);
    found.wrong("address", `${url} cannot be reached (${cause}).`, unreachable, "Is the address right, and is it up?");
    return null;
  });
  if (!settings) return false;
  if (settings.status === 404) {
    found.wrong("address", `${url} answers, but there is no Supabase behind it.`, unreachable, "Check the address.");
    return false;
  }
  found.good("address", `${url} answers.`);
  if (isSecretKey(key)) {
    const why = "Whoever opens the app could read it, and everything in the database with it.";
    found.wrong("key", "This is a secret key.", why, "Build the app with the publishable key, and revoke this one.");
    return false;
  }
  const read = v.safeParse(settingsSchema, settings.body);
  if (settings.status !== 200 || !read.success) {
    const what = `The key was rejected (${settings.status}).`;
    found.wrong("key", what, "The app cannot ask anything.", "Copy the publishable key of this very project.");
    return false;
  }
  found.good("key", "The publishable key is accepted.");
  checkClock(settings.headers.get("date"), found);
  checkAccounts(read.output, found);
  return true;
}

/** Signatures and sessions tolerate a minute; the Date header is rounded to seconds. */
export function checkClock(serverTime: string | null, found: Findings): void {
  if (serverTime === null || Number.isNaN(Date.parse(serverTime))) return;
  const seconds = Math.round((Date.parse(serverTime) - Date.now()) / 1000);
  if (Math.abs(seconds) <= 60) {
    found.good("clock", "The server's clock and this one agree.");
    return;
  }
  found.wrong(
    "clock",
    `The server's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} this one.`,
    "Sessions end too early or count as not begun, and deadlines come at the wrong time.",
    "Let both machines keep their time by NTP.",
  );
}

function checkAccounts({ mailer_autoconfirm, external }: v.InferOutput<typeof settingsSchema>, found: Findings): void {
  found.good(
    "accounts",
    mailer_autoconfirm
      ? "New accounts log in at once."
      : "New accounts confirm their email address first: the mail server of accounts has to be set up.",
  );
  for (const name of ["google", "github"]) {
    if (external[name] === true) continue;
    const title = name === "google" ? "Google" : "GitHub";
    const fix = `Set ${name.toUpperCase()}_CLIENT_ID and ${name.toUpperCase()}_CLIENT_SECRET and run "npm run deploy".`;
    found.note("accounts", `Signing in with ${title} is off.`, "Its button says that it is not set up.", fix);
  }
}

/** Checks that the tables exist, with the columns of this version, closed to strangers. */
export async function checkTables({ ask }: Asked, found: Findings): Promise<void> {
  // Strangers may read the App Store.
  const open = new Set<CollectionName>([...collectionsByRole.anonymous, "apps", "releases"]);
  const wrong: string[] = [];
  const holes: string[] = [];
  for (const name of Object.keys(schemas) as CollectionName[]) {
    const columns = open.has(name) ? Object.keys(schemas[name].entries).join(",") : "id";
    const { status, body } = await ask(`/rest/v1/${name}?select=${columns}&limit=1`);
    if (status === 404) wrong.push(`there is no table ${name}`);
    else if (open.has(name) && status !== 200) wrong.push(`${name}: ${body.slice(0, 120)}`);
    else if (!open.has(name) && status === 200 && body.trim() !== "[]") holes.push(name);
  }
  const pull = await ask("/rest/v1/rpc/sync_pull", { method: "POST", body: JSON.stringify({ requests: [] }) });
  if (pull.status === 404) wrong.push("there is no function sync_pull");
  if (wrong.length === 0) found.good("migrations", "Tables and functions are those of this version.");
  else found.wrong("migrations", `${wrong.join("; ")}.`, "Devices cannot replicate what the server lacks.", deploy);
  if (holes.length === 0) found.good("policies", "A stranger reads nothing but the store and the public settings.");
  else {
    const why = "Row level security is off or was changed: people's data is public.";
    found.wrong("policies", `A stranger can read ${holes.join(", ")}.`, why, deploy);
  }
}

export async function checkFunctions({ ask, secretKey }: Asked, found: Findings): Promise<void> {
  const missing: string[] = [];
  const old: string[] = [];
  for (const name of functionNames) {
    const { status, body, headers } = await ask(`/functions/v1/${name}`, { method: "POST", body: "{}" });
    // Another 404 is an answer of the function itself.
    if (status === 404 && /function was not found/i.test(body)) missing.push(name);
    else if (headers.get(versionHeader) !== backendVersion) old.push(name);
  }
  const why = "Signing in, uploads and messages go through them.";
  if (missing.length > 0) found.wrong("functions", `Not deployed: ${missing.join(", ")}.`, why, deploy);
  if (old.length > 0) found.wrong("functions", `Of another version: ${old.join(", ")}.`, why, deploy);
  if (missing.length + old.length === 0)
    found.good("functions", `${functionNames.join(", ")} are those of this version.`);
  if (!missing.includes("health")) await checkTransactions(await ask("/functions/v1/health"), found);
  for (const name of ["push", "mail"].filter((one) => !missing.includes(one))) {
    // A function without its secrets reports that, and its queue expires.
    const { status } = await ask(`/functions/v1/${name}`, {}, secretKey || undefined);
    if (status !== 501)
      found.good(name, `${name === "push" ? "Web push" : "Email"} is set up, as far as is seen here.`);
    else if (name === "push") {
      const fix =
        'Set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY ("npx web-push generate-vapid-keys") and run "npm run deploy".';
      found.note("push", "Web push is off.", "Nobody gets notifications while the app is closed.", fix);
    } else {
      const fix = 'Set SMTP_URL, MAIL_FROM and SITE_URL and run "npm run deploy".';
      found.note("mail", "Notifications by email are off.", "Who does not open the app misses deadlines.", fix);
    }
  }
}

const healthSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ problem: v.optional(v.string()), schedule: v.optional(v.string()) }),
);

async function checkTransactions({ status, body }: { status: number; body: string }, found: Findings): Promise<void> {
  const health = v.safeParse(healthSchema, body);
  const why = "Devices receive nothing that was written since it began.";
  const fix = "docs/deploy.md says under “Health” how to find and end it.";
  if (status !== 200 || !health.success)
    found.wrong("transactions", `The function health gives no plain answer (${status}).`, why, deploy);
  else if (health.output.problem !== undefined) found.wrong("transactions", health.output.problem, why, fix);
  else found.good("transactions", "No transaction holds replication back.");
  if (health.success && health.output.schedule !== undefined)
    found.wrong(
      "jobs",
      health.output.schedule,
      "Tests do not end, reports are not approved in time, or reminders are not sent.",
      "Run this with the secret key, which shows the rows and their errors.",
    );
}
