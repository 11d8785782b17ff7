// Prints a table and writes a JSON file: median, p95, ratio to the peers of the same run, and which
// targets were met.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join } from "node:path";

export interface Aim {
  of: string;
  by: "median" | "p95" | "longest";
  /** In the row's unit, or as a multiple of another value of the row. */
  most?: number | { times: number; of: string };
  least?: number;
}

/** Scales a number of rows: `--small` asks for a tenth. */
export type Size = (rows: number) => number;

export interface Row {
  what: string;
  aims: readonly Aim[];
  /** By store: "ours" first, then its peers in the same run. */
  values: Readonly<Record<string, readonly number[]>>;
  unit?: string;
  /** False: the values are not comparable. */
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
export const p95 = (values: readonly number[]): number =>
  at(
    [...values].sort((a, b) => a - b),
    0.95,
  );

const summaries = { median, p95, longest: (values: readonly number[]) => Math.max(...values) };

const short = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2));

export interface Verdict {
  what: string;
  aim: string;
  met: boolean;
}

/** A target without a measured value counts as missed. */
export function judge(row: Row): Verdict[] {
  const measured = (of: string, by: Aim["by"]) => {
    const values = row.values[of] ?? [];
    return values.length === 0 ? Number.NaN : summaries[by](values);
  };
  return row.aims.map(({ of, by, most, least }) => {
    const value = measured(of, by);
    const unit = row.unit ?? "ms";
    if (least !== undefined)
      return { what: row.what, aim: `${of}: ${by} ${short(value)} ≥ ${least} ${unit}`, met: value >= least };
    if (typeof most !== "object")
      return {
        what: row.what,
        aim: `${of}: ${by} ${short(value)} ≤ ${most} ${unit}`,
        met: value <= (most ?? Number.NaN),
      };
    const other = measured(most.of, by);
    const aim = `${of}: ${by} ${short(value)} ≤ ${most.times} × ${most.of} (${short(other)} ${unit})`;
    return { what: row.what, aim, met: value <= most.times * other };
  });
}

export function print(row: Row): void {
  const [first] = Object.values(row.values);
  const ours = median(first ?? []);
  process.stdout.write(`\n${row.what}\n`);
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
  for (const { aim, met } of judge(row)) process.stdout.write(`  ${met ? "met   " : "missed"} ${aim}\n`);
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
    verdicts: judge(row),
    summary: Object.fromEntries(
      Object.entries(row.values).map(([name, values]) => [name, { median: median(values), p95: p95(values) }]),
    ),
  }));
  writeFileSync(file, JSON.stringify({ at, machine, rows: measured }, null, 2));
  process.stdout.write(`\n${machine.cpu}, ${machine.memory}, ${machine.system}\n${file}\n`);
  return file;
}
