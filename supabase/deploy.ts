// `npm run deploy -- --project-ref <ref> --site-url <https://…> [--dry-run]`: deploys this version
// to a hosted project with the Supabase CLI. Repeatable: each step changes only differences.
// `--db-url <postgres://…>` instead of the project: applies only the migrations, for self-hosted
// Supabase. With a project: another address of its database. Settings and secrets come from the
// environment (docs/deploy.md), because other processes can read arguments.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { functionSecrets } from "./functions/_shared/types.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const providers = { GOOGLE: "Google", GITHUB: "GitHub" } as const;

interface Step {
  title: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Arguments for a dry run; null: print the step only. */
  dry: readonly string[] | null;
}

export interface Plan {
  steps: Step[];
  /** Missing settings and the features that stay off. */
  notes: string[];
  dry: boolean;
}

/** @returns sentences about wrong arguments or settings, or the plan */
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
    if (!/^postgres(ql)?:\/\//.test(database)) return ["--db-url: an address like postgres://user@host:5432/postgres."];
    if (ref === undefined) return { steps: ofDatabase(database, {}), notes: [], dry };
  }
  const wrong: string[] = [];
  if (!/^[a-z]{20}$/.test(ref ?? ""))
    wrong.push("--project-ref: the 20 letters of your project's address, https://<ref>.supabase.co.");
  if (!isSite(site)) wrong.push("--site-url: the app's address, https://…, without a path. E-mails link to it.");
  if (!env.SUPABASE_SECRET_KEY?.startsWith("sb_secret_"))
    wrong.push("SUPABASE_SECRET_KEY: a secret key of the project (Settings, API keys): sb_secret_….");
  for (const name of functionSecrets)
    if (quoted(env[name] ?? "") === null) wrong.push(`${name}: at most two of ' " and \` can be in it.`);
  if (ref === undefined || wrong.length > 0) return wrong;

  const remote = `--remote=${ref}`;
  const off = Object.keys(providers).filter((name) => !(env[`${name}_CLIENT_ID`] && env[`${name}_CLIENT_SECRET`]));
  const settings = {
    SITE_URL: site,
    SITE_REDIRECTS: `${site}/**`,
    SUPABASE_PROJECT_URL: `https://${ref}.supabase.co`,
    // Overrides config.toml: for a provider that is on, the CLI would push "env(…)" literally.
    ...Object.fromEntries(
      Object.keys(providers).map((name) => [`SUPABASE_AUTH_EXTERNAL_${name}_ENABLED`, String(!off.includes(name))]),
    ),
  };
  const steps: Step[] = [
    ...ofDatabase(database ?? ref, settings),
    {
      title: "Settings of accounts and e-mails",
      args: ["config", "push", remote, "--yes"],
      dry: ["config", "diff", remote],
      env: settings,
    },
    {
      title: "Secrets of the functions",
      args: ["secrets", "set", remote, "--env-file", "{secrets}", "--yes"],
      dry: null,
      env: settings,
    },
    { title: "Functions", args: ["functions", "deploy", remote, "--use-api", "--yes"], dry: null },
  ];
  const notes = [
    ...(env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
      ? []
      : ["Web push stays off: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY."]),
    ...(env.SMTP_URL && env.MAIL_FROM ? [] : ["Notifications by e-mail stay off: SMTP_URL and MAIL_FROM."]),
    ...off.map((name) => {
      const title = providers[name as keyof typeof providers];
      return `Signing in with ${title} is off: ${name}_CLIENT_ID and ${name}_CLIENT_SECRET.`;
    }),
  ];
  return { steps, notes, dry };
}

function ofDatabase(remote: string, env: Record<string, string>): Step[] {
  const args = ["db", "push", `--remote=${remote}`, "--yes"];
  return [
    { title: "Migrations", args, dry: [...args, "--dry-run"], env },
    // `db push` does not update the vault if no migration is new, so a new key would not be stored.
    { title: "Secrets of the database", args: ["migration", "up", `--remote=${remote}`, "--yes"], dry: null, env },
  ];
}

function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return protocol === "https:" && origin === text;
}

/** Quotes a value for a settings file; null when all three quotation marks are in it. */
function quoted(value: string): string | null {
  const mark = ["'", "`", '"'].find((each) => !value.includes(each));
  // Double quotes make `\n` an escape sequence.
  return mark === undefined || (mark === '"' && value.includes("\\")) ? null : mark + value + mark;
}

const secretsOf = (settings: Environment): string =>
  functionSecrets.flatMap((name) => (settings[name] ? [`${name}=${quoted(settings[name])}\n`] : [])).join("");

const root = fileURLToPath(new URL("..", import.meta.url));

/** config.toml is written for this version. Downloaded on use: 140 MB. */
export const cliPackage = "supabase@3.1.0";

function cli(args: readonly string[], env: Environment): Promise<{ code: number; said: string }> {
  return new Promise((done) => {
    const child = spawn("npx", ["--yes", cliPackage, ...args, "--workdir", root], {
      stdio: ["inherit", "pipe", "pipe"],
      env,
    });
    let said = "";
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      from.setEncoding("utf8").on("data", (text: string) => {
        to.write(text);
        said = (said + text).slice(-10_000);
      });
    child.on("error", () => done({ code: 127, said }));
    child.on("close", (code) => done({ code: code ?? 1, said }));
  });
}

/** Messages of the CLI and of the operating system. */
const withoutIpv6 = /IPv6 is not supported|not support IPv6|network is unreachable|ENETUNREACH/i;

/** Replaces the CLI's hint, which names options that this script does not have. */
const otherAddress = `This machine has no IPv6, which the usual address of a project's database needs.
Run the same command again with the option --db-url and the address of the session pooler
(dashboard: Connect), and with the database's password in PGPASSWORD:
  --db-url postgres://postgres.<ref>@<pooler>.supabase.com:5432/postgres`;

export async function deploy(args: readonly string[], env: Environment): Promise<number> {
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
      const { code, said } = await cli(
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
        if (withoutIpv6.test(said)) say(otherAddress);
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
