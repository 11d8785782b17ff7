// `npm run deploy -- --project-ref <ref> --site-url <https://…> [--dry-run]`: brings a hosted
// project to this version, step by step, with the Supabase CLI. May be repeated:
// each step changes only what differs. `--db-url <postgres://…>` in place of the project: the
// migrations alone, for a Supabase of one's own. Settings and secrets are in the environment
// (docs/deploy.md): every process of the machine can read arguments.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that the functions read, as secrets of the project. */
const functionSecrets = [
  ...["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT", "SMTP_URL", "MAIL_FROM", "SITE_URL"],
] as const;

interface Step {
  /** What it does, as a heading. */
  title: string;
  /** Arguments of the CLI. */
  args: readonly string[];
  env?: Record<string, string>;
  /** What a dry run does in its place; null: it only says that the step would follow. */
  dry: readonly string[] | null;
}

export interface Plan {
  steps: Step[];
  /** What is not set up and stays off. */
  notes: string[];
  /** Only says what would change. */
  dry: boolean;
}

/** @returns what is wrong with the arguments or settings, as sentences; or what will be done */
export function planOf(args: readonly string[], env: Environment): Plan | string[] {
  let values: { "project-ref"?: string; "site-url"?: string; "db-url"?: string; "dry-run"?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        ...{ "project-ref": { type: "string" }, "site-url": { type: "string" }, "db-url": { type: "string" } },
        "dry-run": { type: "boolean" },
      },
    }));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const { "project-ref": ref, "site-url": site = "", "db-url": database, "dry-run": dry = false } = values;
  if (database !== undefined) {
    if (ref !== undefined) return ["Name a project or a database, not both."];
    if (!/^postgres(ql)?:\/\//.test(database)) return ["--db-url: an address like postgres://user@host:5432/postgres."];
    return { steps: [migrations(database)], notes: [], dry };
  }
  const wrong: string[] = [];
  if (!/^[a-z]{20}$/.test(ref ?? ""))
    wrong.push("--project-ref: the 20 letters of your project's address, https://<ref>.supabase.co.");
  if (!isSite(site)) wrong.push("--site-url: the app's address, https://…, without a path. E-mails link to it.");
  if (!env.SUPABASE_SECRET_KEY?.startsWith("sb_secret_"))
    wrong.push("SUPABASE_SECRET_KEY: a secret key of the project (Settings, API keys): sb_secret_….");
  if (ref === undefined || wrong.length > 0) return wrong;

  const remote = `--remote=${ref}`;
  const settings = {
    SITE_URL: site,
    SITE_REDIRECTS: `${site}/**`,
    SUPABASE_PROJECT_URL: `https://${ref}.supabase.co`,
  };
  const steps: Step[] = [
    { ...migrations(ref), env: settings },
    {
      title: "Settings of accounts and e-mails",
      args: ["config", "push", remote, "--yes"],
      dry: ["config", "diff", remote],
      env: settings,
    },
    {
      title: "Secrets of the functions",
      args: ["secrets", "set", remote, "--env-file", "{secrets}"],
      dry: null,
      env: settings,
    },
    { title: "Functions", args: ["functions", "deploy", remote, "--use-api"], dry: null },
  ];
  const notes = [
    ...(env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
      ? []
      : ["Web push stays off: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY."]),
    ...(env.SMTP_URL && env.MAIL_FROM ? [] : ["Notifications by e-mail stay off: SMTP_URL and MAIL_FROM."]),
    ...["GOOGLE", "GITHUB"].flatMap((name) =>
      env[`${name}_CLIENT_ID`] && env[`${name}_CLIENT_SECRET`]
        ? []
        : [
            `Signing in with ${name === "GOOGLE" ? "Google" : "GitHub"} stays off: ${name}_CLIENT_ID and ${name}_CLIENT_SECRET.`,
          ],
    ),
  ];
  return { steps, notes, dry };
}

const migrations = (remote: string): Step => {
  const args = ["db", "push", `--remote=${remote}`, "--yes"];
  return { title: "Migrations", args, dry: [...args, "--dry-run"] };
};

function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return protocol === "https:" && origin === text;
}

/** As a file of settings takes it: nothing is expanded within single quotes. */
const quoted = (value: string): string => (value.includes("'") ? JSON.stringify(value) : `'${value}'`);

/** The settings of the functions that are set, as a file that the CLI reads. */
const secretsOf = (settings: Environment): string =>
  functionSecrets.flatMap((name) => (settings[name] ? [`${name}=${quoted(settings[name])}\n`] : [])).join("");

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The Supabase CLI for which config.toml is written. Fetched when it is needed: 140 MB that only a
 * deployment wants.
 */
export const cliPackage = "supabase@3.1.0";

function cli(args: readonly string[], env: Environment): Promise<number> {
  return new Promise((done) => {
    const child = spawn("npx", ["--yes", cliPackage, ...args, "--workdir", root], { stdio: "inherit", env });
    child.on("error", () => done(127));
    child.on("close", (code) => done(code ?? 1));
  });
}

/** @returns the exit status */
async function deploy(args: readonly string[], env: Environment): Promise<number> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const plan = planOf(args, env);
  if (Array.isArray(plan)) {
    say(["Nothing was done.", ...plan.map((line) => `  ${line}`)].join("\n"));
    return 2;
  }
  const { dry } = plan;
  const scratch = mkdtempSync(join(tmpdir(), "betaflock-deploy-"));
  try {
    const total = plan.steps.length;
    for (const [n, { title, args: whole, dry: instead, env: more = {} }] of plan.steps.entries()) {
      say(`\n${n + 1} of ${total}: ${title}`);
      if (dry && instead === null) {
        say("  Would follow here.");
        continue;
      }
      const settings = { ...env, ...more };
      const secrets = join(scratch, "secrets.env");
      const wanted = (dry && instead) || whole;
      if (wanted.includes("{secrets}")) writeFileSync(secrets, secretsOf(settings), { mode: 0o600 });
      const code = await cli(
        wanted.map((arg) => (arg === "{secrets}" ? secrets : arg)),
        settings,
      );
      if (code === 127) {
        say("npx, which comes with Node.js, was not found.");
        return 1;
      }
      if (code !== 0) {
        say(
          `\nStopped at step ${n + 1} of ${total}, ${title}. The steps before it are done, and running this again repeats nothing of them.`,
        );
        return 1;
      }
    }
    for (const note of plan.notes) say(`Note: ${note}`);
    say(dry ? "\nNothing was changed." : '\nDone. Now build the app for this project, and run "npm run doctor".');
    return 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.exit(await deploy(process.argv.slice(2), process.env));
