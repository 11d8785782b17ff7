// `npm run doctor [-- <url> <publishable key>] [--site <https://…>] [--json]`: checks a backend and
// the app's host, and reports faults with their consequences and fixes. Defaults to the app's
// settings (VITE_SUPABASE_URL, VITE_SUPABASE_KEY), or the embedded backend on its default port.
// Only reads. With SUPABASE_SECRET_KEY (SERVICE_KEY of the embedded server) it also checks
// versions, row level security, policies, triggers, rights, buckets and the schedule. Exit code 1:
// faults found; 2: invalid arguments.
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { checkPublicBuckets, checkRealtime } from "./doctor/channels.ts";
import { backend, collectFindings, type Finding } from "./doctor/finding.ts";
import { checkInside } from "./doctor/inside.ts";
import { checkAddress, checkFunctions, checkTables } from "./doctor/outside.ts";
import { checkSite } from "./doctor/site.ts";

export interface Examined {
  url: string;
  key: string;
  secretKey?: string;
  site?: string;
}

/** @returns one finding per check; never throws because of a server's answer */
export async function examine({ url, key, secretKey = "", site = "" }: Examined): Promise<readonly Finding[]> {
  const found = collectFindings();
  const asked = backend(url, key, secretKey);
  const look = async (part: string, check: () => Promise<unknown>) =>
    check().catch((error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error);
      found.wrong(part, `No answer that can be read (${cause}).`, "It is not known whether this works.", "Try again.");
    });
  if (await checkAddress(asked, found)) {
    await look("migrations", () => checkTables(asked, found));
    await look("functions", () => checkFunctions(asked, found));
    await look("realtime", () => checkRealtime(asked, found));
    await look("buckets", () => checkPublicBuckets(asked, found));
    if (secretKey !== "") await look("inside", () => checkInside(asked, found));
    else {
      const why = "Versions, row level security, policies, triggers, rights, schedule and vault were not looked at.";
      found.note("secret key", "There is no secret key.", why, "Set SUPABASE_SECRET_KEY and run this again.");
    }
  }
  if (site !== "") await look("site", () => checkSite(site, found));
  return found.all;
}

const marks = { good: "good ", note: "note ", wrong: "WRONG" } as const;

function textOf({ level, part, what, why, fix }: Finding): string {
  const lines = [`${marks[level]}  ${part.padEnd(12)} ${what}`];
  for (const more of [why, fix]) if (more !== null) lines.push(`${" ".repeat(20)}${more}`);
  return `${lines.join("\n")}\n`;
}

async function main(): Promise<number> {
  let values: { site?: string; json?: boolean };
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      options: { site: { type: "string" }, json: { type: "boolean" } },
      allowPositionals: true,
    }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const { env } = process;
  const [
    url = env.VITE_SUPABASE_URL ?? "http://127.0.0.1:3000",
    key = env.VITE_SUPABASE_KEY ?? "sb_publishable_local",
  ] = positionals;
  const plain = (address: string) => address.replace(/\/+$/, "");
  const secretKey = env.SUPABASE_SECRET_KEY ?? env.SERVICE_KEY ?? "";
  const findings = await examine({ url: plain(url), key, secretKey, site: plain(values.site ?? "") });
  process.stdout.write(values.json ? `${JSON.stringify(findings, null, 2)}\n` : findings.map(textOf).join(""));
  return findings.some(({ level }) => level === "wrong") ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = await main();
