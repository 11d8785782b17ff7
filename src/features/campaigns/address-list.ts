// Reads the addresses of a list that somebody typed, pasted or exported from a spreadsheet, and
// says what is wrong line by line.
import type { AddressProblem, InvitedTesters } from "../../../sync/schema/campaign-functions.ts";
import { waveLimits } from "../../../sync/schema/wave-functions.ts";

/** `over`: there are more than a list can have. */
type LineProblem = AddressProblem | "over";

export interface ListedAddress {
  /** Of the text, from 1. */
  line: number;
  /** As it was written. */
  text: string;
  /** As the server gets it; empty: there is none. */
  email: string;
  problem: LineProblem | null;
}

/** As the server decides it (private.is_email). */
const isEmail = (text: string) => text.length <= 320 && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

const header = /^\s*(e-?mail|mail|correo)/i;
/** Also out of `Ana <ana@example.test>` and of several in one cell. */
const written = /[^\s<>()"',;:]*@[^\s<>()"',;]*/g;

/** A list as CSV with or without a header, or addresses between spaces, commas or semicolons. */
export async function readAddresses(text: string): Promise<ListedAddress[]> {
  const { default: Papa } = await import("papaparse");
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ""), { delimitersToGuess: [",", ";", "\t"] });
  const [first = []] = data;
  const column = first.some((cell) => cell.includes("@")) ? -1 : first.findIndex((cell) => header.test(cell));
  const seen = new Set<string>();
  const list: ListedAddress[] = [];
  let line = 1;
  data.forEach((row, at) => {
    const cells = column < 0 ? row : [row[column] ?? ""];
    const found = cells.flatMap((cell) => cell.match(written) ?? []);
    const whole = row.join(" ").trim();
    const isHeader = at === 0 && column >= 0;
    for (const one of found.length > 0 || isHeader || whole === "" ? found : [whole]) {
      const email = one.toLowerCase();
      const problem = !isEmail(email) ? "invalid" : seen.has(email) ? "twice" : null;
      const over = problem === null && seen.size >= waveLimits.candidates.max;
      if (problem === null && !over) seen.add(email);
      list.push({ line, text: one, email, problem: over ? "over" : problem });
    }
    // A cell may hold line breaks.
    line += 1 + row.join("").split("\n").length - 1;
  });
  return list;
}

/** Those that can be invited, in the order of the list. */
export const invitable = (list: readonly ListedAddress[]): string[] =>
  list.filter(({ problem }) => problem === null).map(({ email }) => email);

/** The list with what the server says of the addresses that were sent to it (`invitable`). */
export function withAnswer(list: readonly ListedAddress[], { problems }: InvitedTesters): ListedAddress[] {
  const said = new Map(problems.map(({ place, problem }) => [place, problem]));
  let place = -1;
  return list.map((one) => {
    if (one.problem !== null) return one;
    place += 1;
    return { ...one, problem: said.get(place) ?? null };
  });
}
