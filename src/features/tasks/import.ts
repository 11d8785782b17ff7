// Imports scripts from plain text ("do => expect") and from the CSV of test management tools.
import { type Step, taskLimits } from "#sync/schema/tasks.ts";
import { fold } from "../../lib/text-match.ts";

interface ImportedScript {
  /** Empty if the text names none. */
  title: string;
  steps: Omit<Step, "id">[];
}

export interface ImportedScripts {
  scripts: ImportedScript[];
  /** Numbers of lines that were shortened to the limits. */
  shortened: number[];
  /** Numbers of lines beyond the limits of tasks and steps. They are left out. */
  left: number[];
}

interface Line {
  line: number;
  /** Starts a script; empty continues the last one. */
  title: string;
  do: string;
  expect: string;
}

const lineBreak = /\r\n|[\r\n\u0085\u2028\u2029]/;
const arrow = /\s*(?:=+>|-+>|⇒|→|➔|\t)\s*/u;
/** A list marker: `1.`, `2)`, `Step 3:`, `-`, `*`, `•`, `[ ]`. */
const marker = /^\s*(?:(?:step|paso)?\s*\d{1,3}\s*[.):]\s+|(?:[-*•‣▪–]\s+)?\[[ xX]?\]\s+|[-*•‣▪–]\s+)/iu;
const heading = /^\s*(?:#{1,6}\s+|\*\*(?=[^*]+\*\*:?\s*$))/;

const tidy = (text: string): string => text.replace(/\s+/gu, " ").trim();
const titleOf = (line: string): string => tidy(line.replace(heading, "").replace(/\*\*/g, "").replace(/:\s*$/, ""));

/** Collects lines into scripts within the limits. */
function scriptsOf(lines: readonly Line[]): ImportedScripts {
  const made: ImportedScripts = { scripts: [], shortened: [], left: [] };
  let current: ImportedScript | undefined;
  const cut = (text: string, most: number, line: number): string => {
    const characters = [...text];
    if (characters.length <= most) return text;
    if (made.shortened.at(-1) !== line) made.shortened.push(line);
    return characters.slice(0, most).join("").trimEnd();
  };
  for (const { line, title, do: action, expect } of lines) {
    if (title !== "" || !current) {
      current = { title: cut(title, taskLimits.title, line), steps: [] };
      made.scripts.push(current);
    }
    const step = { do: cut(action, taskLimits.step, line), expect: cut(expect, taskLimits.step, line) };
    if (step.do === "" && step.expect === "") continue;
    if (made.scripts.length > taskLimits.tasks || current.steps.length >= taskLimits.steps) made.left.push(line);
    else current.steps.push(step);
  }
  made.scripts = made.scripts.slice(0, taskLimits.tasks).filter(({ steps }) => steps.length > 0);
  return made;
}

/**
 * Reads one step per line, `do => expect`. A heading, or a plain line before steps that follows an
 * empty line, starts a script.
 */
export function importText(text: string): ImportedScripts {
  const source = text.replace(/^\ufeff/, "").split(lineBreak);
  let fresh = true;
  return scriptsOf(
    source.flatMap((raw, at): Line[] => {
      const line = at + 1;
      if (raw.trim() === "") {
        fresh = true;
        return [];
      }
      const first = fresh;
      fresh = false;
      const hasArrow = arrow.test(raw.trim());
      if (heading.test(raw)) return [{ line, title: titleOf(raw), do: "", expect: "" }];
      const next = source[at + 1]?.trim() ?? "";
      const startsSteps = next !== "" && (marker.test(next) || arrow.test(next));
      if (first && !hasArrow && !marker.test(raw) && startsSteps)
        return [{ line, title: titleOf(raw), do: "", expect: "" }];
      const [action = "", ...rest] = raw.trim().replace(marker, "").split(arrow);
      return [{ line, title: "", do: tidy(action), expect: tidy(rest.join(" ")) }];
    }),
  );
}

/** Column names of TestRail, Xray, Zephyr, qTest, Azure DevOps and plain tables, folded. */
const columns = {
  title:
    /^(titulo|title|summary|test case( name| title)?|name|nombre|task|tarea|caso( de prueba)?|escenario|scenario|test)$/,
  do: /^(steps?|action|step action|test steps?|step description|test step description|steps \(step\)|do|description|pasos?|accion(es)?|descripcion|hacer)$/,
  expect:
    /^(expected( results?)?|expected outcome|step expected|steps \(expected results?\)|test step expected result|expect|result|resultado( esperado)?|resultados esperados|esperado|esperar)$/,
} as const;

/** Splits a cell with several numbered steps. */
function listed(cell: string): string[] {
  const lines = cell.split(lineBreak).filter((one) => one.trim() !== "");
  return lines.length > 1 && lines.every((one) => marker.test(one))
    ? lines.map((one) => tidy(one.replace(marker, "")))
    : [tidy(cell.replace(marker, ""))];
}

/**
 * Reads a table with a column for the steps, and optionally for titles and expected results. Null
 * if it has no column of steps.
 */
export async function importCsv(text: string): Promise<ImportedScripts | null> {
  const { default: Papa } = await import("papaparse");
  const content = text.replace(/^\ufeff/, "");
  const { delimiter } = Papa.parse(content, { preview: 100, skipEmptyLines: "greedy" }).meta;
  const rows = Papa.parse<string[]>(content, { delimiter }).data;
  const at = rows.findIndex((cells) => cells.some((cell) => columns.do.test(fold(tidy(cell)))));
  const header = rows[at]?.map((cell) => fold(tidy(cell)));
  if (!header) return null;
  const body = rows.slice(at + 1);
  // Some tools have a column of step numbers with such a name.
  const hasText = (column: number) => body.some((cells) => /\p{L}/u.test(cells[column] ?? ""));
  const place = (name: keyof typeof columns) =>
    header.findIndex((cell, column) => columns[name].test(cell) && hasText(column));
  const places = { title: place("title"), do: place("do"), expect: place("expect") };
  let last = "";
  return scriptsOf(
    body.flatMap((cells, i): Line[] => {
      const line = at + i + 2;
      const cell = (name: keyof typeof columns) => cells[places[name]] ?? "";
      const title = tidy(cell("title"));
      const [actions, expected] = [listed(cell("do")), listed(cell("expect"))];
      const starts = title !== "" && title !== last;
      if (title !== "") last = title;
      return Array.from({ length: Math.max(actions.length, expected.length) }, (_, n) => ({
        line,
        title: starts && n === 0 ? title : "",
        do: actions[n] ?? "",
        expect: expected[n] ?? "",
      }));
    }),
  );
}
