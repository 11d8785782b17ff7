// `npm run bench -- [push pull …] [--runs 10] [--check]`: ours beside its peers, in the same run on
// the same machine. Never part of a test: a slow machine is no mistake. The machine must have
// nothing else to do. With --check it ends with 1 when an aim was missed. `scale` runs only by its
// name; --size says how many apps its largest marketplace has, and --serve keeps it open for a look
// at it in a browser.
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

const { values, positionals } = parseArgs({
  options: {
    runs: { type: "string", default: "10" },
    check: { type: "boolean", default: false },
    size: { type: "string", default: "1000000" },
    serve: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const inPage = ["reopen", "newest", "search", "write", "push", "photos", "pull", "upgrade"];
const known = ["sizes", "uptodate", "clients", "stalls", "screens", "review", "lighthouse", "scale", ...inPage];
const strange = positionals.filter((name) => !known.includes(name));
if (strange.length > 0) {
  process.stderr.write(`Unknown: ${strange.join(", ")}. Rows: ${known.join(", ")}\n`);
  process.exit(2);
}
const wanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const runs = Number(values.runs);

const missing = ensurePrograms();
if (missing.length > 0) {
  process.stderr.write(`${missing.join("\n")}\n`);
  process.exit(1);
}
const endPostgres = await startSharedPostgres();
const rows: Row[] = [];
const done = (row: Row) => {
  rows.push(row);
  print(row);
};
if (wanted("sizes")) await sizeRows(done);
if (wanted("uptodate")) await databaseRows(runs, done);
// By name only: it fills a million rows.
if (positionals.includes("scale")) await scaleRows(runs, Number(values.size), values.serve, done);
if (wanted("clients")) await clientRows(done);
if (wanted("stalls")) await stallRows(done);
if (inPage.some(wanted)) await browserRows(runs, wanted, done);
if (wanted("lighthouse")) await lighthouseRows(done);
if (wanted("screens")) await screenRows(runs, done);
if (wanted("review")) await reviewRows(runs, done);
write(rows, new URL("../../.bench", import.meta.url).pathname);
await endPostgres();
const verdicts = rows.flatMap(judge);
const missed = verdicts.filter(({ met }) => !met);
for (const { what, aim } of missed) process.stdout.write(`missed: ${what}: ${aim}\n`);
process.stdout.write(`${verdicts.length - missed.length} aims met, ${missed.length} missed\n`);
process.exit(values.check && missed.length > 0 ? 1 : 0);
