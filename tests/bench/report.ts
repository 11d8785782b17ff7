// A table for people and a file for machines: medians, p95, and each measure as a multiple of ours'
// peers in the same run.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";

export interface Row {
  what: string;
  aim: string;
  /** By what was measured: "ours" first, then the peers of the same run. */
  values: Readonly<Record<string, readonly number[]>>;
  unit?: string;
  /** False: the values are not to be set against each other. */
  compare?: boolean;
  note?: string;
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const median = (values: readonly number[]): number =>
  at(
    [...values].sort((a, b) => a - b),
    0.5,
  );
const p95 = (values: readonly number[]): number =>
  at(
    [...values].sort((a, b) => a - b),
    0.95,
  );

const short = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2));

export function print(row: Row): void {
  const [first] = Object.values(row.values);
  const ours = median(first ?? []);
  process.stdout.write(`\n${row.what}\n  aim: ${row.aim}\n`);
  for (const [name, values] of Object.entries(row.values)) {
    const m = median(values);
    const ratio =
      row.compare === false || name === Object.keys(row.values)[0]
        ? ""
        : `   the first is ${(ours / m).toFixed(2)} × this`;
    const unit = row.unit ?? "ms";
    process.stdout.write(
      `  ${name.padEnd(34)} median ${short(m).padStart(8)} ${unit}   p95 ${short(p95(values)).padStart(8)} ${unit}   (${values.length} runs)${ratio}\n`,
    );
  }
  if (row.note) process.stdout.write(`  ${row.note}\n`);
}

export function write(rows: readonly Row[], folder: string): string {
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const machine = {
    cpu: `${cpus().length} × ${cpus()[0]?.model ?? "?"}`,
    memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    system: `${process.platform} ${release()}, Node.js ${process.version}`,
  };
  const file = join(folder, `${at.replaceAll(":", "-")}.json`);
  const measured = rows.map((row) => ({
    ...row,
    summary: Object.fromEntries(
      Object.entries(row.values).map(([name, values]) => [name, { median: median(values), p95: p95(values) }]),
    ),
  }));
  writeFileSync(file, JSON.stringify({ at, machine, rows: measured }, null, 2));
  process.stdout.write(`\n${machine.cpu}, ${machine.memory}, ${machine.system}\n${file}\n`);
  return file;
}
