// `npm run bench -- [push pull …] [--runs 10] [--check]` compares our sync with its peers on an
// idle machine; tests never run it. With --check it exits with 1 if a target was missed. `scale`
// runs only by name; --size sets the apps of its largest marketplace, and --serve keeps that
// running for a browser. --small measures a tenth of the rows against no target.
import { parseArgs } from "node:util";
import startSharedPostgres from "../fixtures/shared-postgres.ts";
import { ensurePrograms } from "../tools/programs.ts";
import { browserRows } from "./browser.ts";
import { clientRows } from "./clients.ts";
import { databaseRows } from "./database.ts";
import { lighthouseRows } from "./lighthouse.ts";
import { judge, print, type Row, write } from "./report.ts";
import { reviewRows } from "./review.ts";
import { scaleRows } from "./scale.ts";
import { screenRows } from "./screens.ts";
import { sizeRows } from "./sizes.ts";
import { stallRows } from "./stalls.ts";
import { taskRows } from "./tasks.ts";

const { values, positionals } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    check: { type: "boolean", default: false },
    size: { type: "string", default: "1000000" },
    serve: { type: "boolean", default: false },
    small: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const inPage = ["reopen", "newest", "search", "write", "push", "photos", "pull", "upgrade", "databases", "lag"];
const ofDatabase = ["databases", "reopen", "pull", "push", "newest"];
const runs = Number(values.runs);
const rows: Row[] = [];
/** `--small` shows whether each row runs, not how fast. */
const done = (row: Row) => {
  const judged = values.small ? { ...row, aims: [] } : row;
  rows.push(judged);
  print(judged);
};
const size = (count: number) => (values.small ? Math.ceil(count / 10) : count);
const work: Record<string, () => Promise<void>> = {
  sizes: () => sizeRows(done),
  uptodate: () => databaseRows(runs, done, size),
  scale: () => scaleRows(runs, values.small ? 1000 : Number(values.size), values.serve, done),
  clients: () => clientRows(done, size),
  stalls: () => stallRows(done),
  ...Object.fromEntries(inPage.map((name) => [name, () => browserRows(runs, (row) => row === name, done, size)])),
  lighthouse: () => lighthouseRows(done),
  screens: () => screenRows(runs, done, size),
  review: () => reviewRows(runs, done, size),
  tasks: () => taskRows(runs, done, size),
};
const strange = positionals.filter((name) => ![...Object.keys(work), "database"].includes(name));
if (strange.length > 0) {
  process.stderr.write(`Unknown: ${strange.join(", ")}. Rows: ${Object.keys(work).join(", ")}, database\n`);
  process.exit(2);
}
const asked = positionals.flatMap((name) => (name === "database" ? ofDatabase : [name]));

const missing = ensurePrograms();
if (missing.length > 0) {
  process.stderr.write(`${missing.join("\n")}\n`);
  process.exit(1);
}
const endPostgres = await startSharedPostgres();
const minutes = values.small ? 10 : 30;
const broken: string[] = [];
/** Measures one row. A row that fails or hangs is named at the end, and the next one runs. */
async function measure(name: string, row: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, late) => {
    if (name === "scale" && !values.small) return; // It fills a million rows.
    timer = setTimeout(() => late(new Error(`no result after ${minutes} minutes`)), minutes * 60_000);
  });
  try {
    await Promise.race([row(), limit]);
  } catch (error) {
    broken.push(name);
    process.stderr.write(`\n${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
  } finally {
    clearTimeout(timer);
  }
}
// `scale` runs by its name only.
const chosen = Object.entries(work).filter(([name]) => (asked.length === 0 ? name !== "scale" : asked.includes(name)));
for (const [name, row] of chosen) await measure(name, row);
write(rows, new URL("../../.bench", import.meta.url).pathname);
await endPostgres();
const verdicts = rows.flatMap(judge);
const missed = verdicts.filter(({ met }) => !met);
for (const { what, aim } of missed) process.stdout.write(`missed: ${what}: ${aim}\n`);
process.stdout.write(`${verdicts.length - missed.length} aims met, ${missed.length} missed\n`);
if (broken.length > 0) process.stdout.write(`Rows without a result: ${broken.join(", ")}\n`);
process.exit(broken.length > 0 || (values.check && missed.length > 0) ? 1 : 0);
