// `npm run doctor [-- <url> <publishable key>]`: checks a backend for what the app needs, and says
// how to fix what is wrong. Without arguments it uses the app's settings (VITE_SUPABASE_URL,
// VITE_SUPABASE_KEY), or the embedded backend on its default port. Reads only; with SERVICE_KEY in
// the environment it also checks the private buckets. Exit code 1: something is wrong.
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as v from "valibot";
import WebSocket from "ws";
import { type CollectionName, collectionsByRole, schemas } from "../sync/schema/collections.ts";

export interface Finding {
  /**
   * The part that was checked: "url", "key", "migrations", "policies", "functions", "transactions",
   * "notifications", "realtime", "buckets".
   */
  part: string;
  good: boolean;
  /** The finding; when it is not good, also what to do. */
  text: string;
}

const buckets = ["attachments", "avatars", "app-content", "releases", "files"] as const;
const timeoutMs = 10_000;
const settingsSchema = v.object({ mailer_autoconfirm: v.optional(v.boolean()) });
const bucketsSchema = v.array(v.object({ id: v.string() }));
const functionsFolder = fileURLToPath(new URL("./functions", import.meta.url));
/** The functions of this project, as folders of supabase/functions. */
const functionNames = () =>
  readdirSync(functionsFolder).filter((n) => !n.startsWith("_") && existsSync(`${functionsFolder}/${n}/index.ts`));

/**
 * @param url the backend's address @param key the publishable key @param serviceKey optional: shows
 * what only the server may see
 * @returns one finding for each thing that was looked at; never throws for what the backend does
 */
export async function examine(url: string, key: string, serviceKey = ""): Promise<Finding[]> {
  const found: Finding[] = [];
  const note = (part: string, good: boolean, text: string) => found.push({ part, good, text });
  const ask = async (path: string, init: RequestInit = {}, as = key) => {
    const headers = {
      apikey: as,
      "content-type": "application/json",
      ...(as === key ? {} : { authorization: `Bearer ${as}` }),
    };
    const response = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, body: await response.text() };
  };

  let settings: { status: number; body: string };
  try {
    settings = await ask("/auth/v1/settings");
  } catch (error) {
    note(
      "url",
      false,
      `${url} cannot be reached (${error instanceof Error ? error.message : String(error)}). Is the address right, and is it up?`,
    );
    return found;
  }
  note(
    "url",
    settings.status !== 404,
    settings.status === 404 ? `${url} answers, but there is no Supabase behind it.` : `${url} answers.`,
  );
  if (isSecret(key)) {
    note(
      "key",
      false,
      "This is a secret key: whoever opens the app could read it. Build with the publishable (anon) key.",
    );
    return found;
  }
  if (settings.status !== 200) {
    note(
      "key",
      false,
      `The key was refused (${settings.status}). Copy the publishable (anon) key of this very project.`,
    );
    return found;
  }
  note("key", true, "The publishable key is accepted.");
  const { mailer_autoconfirm: autoconfirm } = v.parse(settingsSchema, JSON.parse(settings.body));
  note(
    "auth",
    true,
    autoconfirm
      ? "New accounts log in at once."
      : "New accounts confirm their e-mail address first: SMTP has to be set up.",
  );

  await migrations(ask, note);
  await functions(ask, note);
  await transactions(ask, note);
  await notifications(ask, note, serviceKey);
  const live = await realtime(url, key);
  note("realtime", live === null, live ?? "The websocket opens.");
  await storage(ask, note, serviceKey);
  return found;
}

type Ask = (path: string, init?: RequestInit, as?: string) => Promise<{ status: number; body: string }>;
type Note = (part: string, good: boolean, text: string) => void;

function isSecret(key: string): boolean {
  if (key.startsWith("sb_secret_")) return true;
  const [, claims] = key.split(".");
  if (claims === undefined) return false;
  return Buffer.from(claims, "base64url").toString().includes('"service_role"');
}

/**
 * Are the tables there, with the columns that this version of the app asks for, and closed to
 * strangers?
 */
async function migrations(ask: Ask, note: Note): Promise<void> {
  // The App Store is for everybody.
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
  const pull = await ask("/rest/v1/rpc/sync_pull", {
    method: "POST",
    body: JSON.stringify({ requests: [] }),
  });
  if (pull.status === 404) wrong.push("there is no function sync_pull");
  note(
    "migrations",
    wrong.length === 0,
    wrong.length === 0
      ? "Tables and functions are those of this version."
      : `${wrong.join("; ")}. Run "npm run deploy" (or start the newest version of the embedded backend).`,
  );
  note(
    "policies",
    holes.length === 0,
    holes.length === 0
      ? "A stranger reads nothing but the store and the public settings."
      : `A stranger can read ${holes.join(", ")}: row level security is off or was changed. Apply the migrations anew.`,
  );
}

/** The function `health` knows; where it is not deployed, "functions" says so. */
async function transactions(ask: Ask, note: Note): Promise<void> {
  const { status, body } = await ask("/functions/v1/health");
  if (status !== 200) return;
  const health = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ problem: v.optional(v.string()) })), body);
  const problem = health.success ? health.output.problem : "The function `health` gives no plain answer.";
  note("transactions", problem === undefined, problem ?? "No transaction holds replication back.");
}

async function functions(ask: Ask, note: Note): Promise<void> {
  const missing: string[] = [];
  for (const name of functionNames()) {
    const { status, body } = await ask(`/functions/v1/${name}`, { method: "POST", body: "{}" });
    // Another "not found" is an answer of the function itself.
    if (status === 404 && /function was not found/i.test(body)) missing.push(name);
  }
  note(
    "functions",
    missing.length === 0,
    missing.length === 0
      ? `${functionNames().join(", ")} are deployed.`
      : `${missing.join(", ")} missing. Run "npm run deploy".`,
  );
}

/**
 * Both ways are extras: without its secrets such a function says so (501), and what waits for it
 * expires.
 */
async function notifications(ask: Ask, note: Note, serviceKey: string): Promise<void> {
  const idle: string[] = [];
  for (const name of ["push", "mail"]) {
    const { status } = await ask(`/functions/v1/${name}`, {}, serviceKey || undefined);
    if (status === 501) idle.push(name);
  }
  note(
    "notifications",
    true,
    idle.length === 0
      ? "Web push and e-mail are set up, as far as can be seen from here."
      : `${idle.join(", ")} sends nothing: run "npm run deploy" with the settings that docs/deploy.md names.`,
  );
}

/** @returns null when the socket opens, otherwise what is wrong */
const realtime = (url: string, key: string) =>
  new Promise<string | null>((done) => {
    const socket = new WebSocket(
      `${url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${encodeURIComponent(key)}&vsn=1.0.0`,
      {
        handshakeTimeout: timeoutMs,
      },
    );
    const end = (answer: string | null) => {
      socket.terminate();
      done(answer);
    };
    socket.once("open", () => end(null));
    socket.once("error", (error) =>
      end(
        `The websocket does not open (${error.message}). Realtime has to be on, and a proxy in front has to pass upgrades. Without it changes come with the next poll only.`,
      ),
    );
  });

async function storage(ask: Ask, note: Note, serviceKey: string): Promise<void> {
  const missing: string[] = [];
  if (serviceKey !== "") {
    const { status, body } = await ask("/storage/v1/bucket", {}, serviceKey);
    const there = status === 200 ? v.parse(bucketsSchema, JSON.parse(body)).map(({ id }) => id) : [];
    missing.push(...buckets.filter((name) => !there.includes(name)));
  } else {
    for (const bucket of ["avatars", "app-content"]) {
      const { body } = await ask(`/storage/v1/object/public/${bucket}/doctor`);
      if (/bucket not found/i.test(body)) missing.push(bucket);
    }
  }
  note(
    "buckets",
    missing.length === 0,
    missing.length === 0
      ? serviceKey === ""
        ? "The public buckets are there. (Set SERVICE_KEY to look at the private ones too.)"
        : "All buckets are there."
      : `${missing.join(", ")} missing. The migrations make them: run "npm run deploy".`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [
    url = process.env.VITE_SUPABASE_URL ?? "http://127.0.0.1:3000",
    key = process.env.VITE_SUPABASE_KEY ?? "sb_publishable_local",
  ] = process.argv.slice(2);
  const findings = await examine(url.replace(/\/+$/, ""), key, process.env.SERVICE_KEY ?? "");
  for (const { part, good, text } of findings)
    process.stdout.write(`${good ? "good " : "WRONG"}  ${part.padEnd(11)} ${text}\n`);
  process.exit(findings.every((f) => f.good) ? 0 : 1);
}
