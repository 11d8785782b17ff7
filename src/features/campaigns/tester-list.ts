// Parses e-mail addresses from typed or pasted text, or a spreadsheet export. Each entry becomes an
// address or names its problem; none is dropped.
import type { InvitedTesters } from "#sync/schema/campaign-functions.ts";
import { waveLimits } from "#sync/schema/wave-functions.ts";
import { addressesIn, addressOf, type EntryProblem, entriesOf, type Found, hasAt, isBlank } from "./entry-addresses.ts";

export interface ListedAddress {
  line: number;
  /** The original entry; the whole row if it has no address. */
  text: string;
  /** Normalized; empty if `text` has none. */
  email: string;
  problem: EntryProblem | null;
}

export interface AddressColumn {
  at: number;
  name: string;
}

export interface TesterList {
  entries: ListedAddress[];
  /** Columns to choose from; empty for a plain list. */
  columns: AddressColumn[];
  /** The parsed column; null for all. */
  column: number | null;
}

/** Null parses every column. */
export type ColumnChoice = number | null | "best";

const DELIMITERS = [",", ";", "\t", "|"];
/** Number of rows used to detect the delimiter and columns. */
const SAMPLE_ROWS = 500;
const LONGEST_SHOWN = 320;
const lineBreak = /\r\n|[\r\n\u0085\u2028\u2029]/;

interface Row {
  line: number;
  cells: string[];
}

interface Table {
  /** Excludes the header. */
  rows: Row[];
  header: Row | null;
  columns: AddressColumn[];
  best: number;
}

/** Scores how likely a column name means people's addresses. */
function headerRank(name: string): number {
  const text = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/g, "");
  if (/^(no|not|bad|invalid|without|sin|kein)/.test(text)) return 0;
  if (
    !/mail|correo|courriel|^epost|posta(?!l)|sähköp|メール|邮箱|邮件|郵件|почт|пошт|имейл|이메일|بريد|דוא|ईमेल|อีเมล/u.test(
      text,
    )
  )
    return 0;
  if (/refer|invited|manager|boss|owner|parent|second|alter|backup|consent|opt|status|jefe/.test(text)) return 1;
  const usual = /^(your|user|tester|primary|work)?(e?mail|correo)(address|adresse|electr[oó]nico|id|1?value|1)?$/;
  return usual.test(text) ? 3 : 2;
}

/** Other column names of contact lists. */
const columnName = /name|nombre|apellid|^nom$|contact|kontakt|tester|user|usuario|adres|direcci|imię|имя|名|氏/iu;
/** Titles of lists without columns. */
const listTitle =
  /^(e-?mails?|mails?|((your|the) )?e-?mail[ _-]?(id|address(es)?|adressen?|list)|correos?( electr[oó]nicos?)?|courriels?|address(es)?|direcciones|adressen?|testers?|contact(o?s|s)?|users?|usuarios?|participants?|メール(アドレス)?|邮箱|почта|이메일):?$/iu;

const isHeader = (cells: readonly string[]) =>
  !cells.some(hasAt) && cells.some((cell) => headerRank(cell) > 0 || columnName.test(cell));

async function rowsOf(text: string, delimiter: string): Promise<Row[]> {
  const { default: Papa } = await import("papaparse");
  let parsed = Papa.parse<string[]>(text, { delimiter });
  // A stray quote would swallow the rest of the file.
  if (parsed.errors.some(({ type }) => type === "Quotes"))
    parsed = Papa.parse<string[]>(text, { delimiter, quoteChar: "\ue000" });
  let line = 1;
  return parsed.data.flatMap((cells) => {
    const row = { line, cells };
    line += 1 + (cells.join("").match(/\r\n|\r|\n/g)?.length ?? 0);
    return cells.every(isBlank) ? [] : [row];
  });
}

/** Parses the text as a table; null for a plain list. */
async function tableOf(text: string): Promise<Table | null> {
  const sample = text.split(lineBreak, SAMPLE_ROWS);
  const declared = /^"?sep=(.)"?$/i.exec(sample[0] ?? "")?.[1];
  const likely = declared
    ? [declared]
    : DELIMITERS.filter((delimiter) => sample.some((line) => line.includes(delimiter)));
  const tables: Table[] = [];
  for (const delimiter of likely) {
    const rows = await rowsOf(text, delimiter);
    const table = asTable(declared ? rows.slice(1) : rows);
    if (table) tables.push(table);
  }
  const width = ({ rows: [row] }: Table) => row?.cells.length ?? 0;
  return tables.sort((one, other) => other.columns.length - one.columns.length || width(other) - width(one))[0] ?? null;
}

function asTable(all: Row[]): Table | null {
  const sample = all.slice(0, SAMPLE_ROWS);
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  if (sample.length < 2 || width < 2) return null;
  const even = sample.filter(({ cells }) => cells.length === width).length;
  if (even < sample.length * 0.7) return null;
  // A title may precede the header, even with an address ("Members of beta@a.test").
  const isTitle = ({ cells }: Row) => cells.filter((cell) => !isBlank(cell)).length < 2;
  const data = sample.filter(({ cells }) => cells.some(hasAt));
  const first = data.find((row) => !isTitle(row)) ?? data[0];
  const head = sample
    .slice(0, first ? sample.indexOf(first) : 0)
    .findLastIndex(({ cells }) => cells.length === width && isHeader(cells));
  const header = sample[head] ?? null;
  const rows = header ? all.filter((_, at) => at !== head) : all;
  const counted = rows.slice(0, SAMPLE_ROWS);
  const columns = Array.from({ length: width }, (_, at) => ({
    at,
    name: (header?.cells[at] ?? "").trim(),
    rank: headerRank(header?.cells[at] ?? ""),
    addresses: new Set(
      counted.flatMap(({ cells }) => addressesIn(cells[at] ?? "").flatMap(({ email }) => (email ? [email] : []))),
    ).size,
  })).filter(({ addresses }) => addresses > 0);
  // Without a header, two columns of addresses may be a list with several per line.
  if (!header && counted.some(({ cells }) => cells.filter(hasAt).length > 1)) return null;
  if (columns.length === 0) return null;
  const most = Math.max(...columns.map(({ addresses }) => addresses));
  const [best] = columns
    .filter(({ addresses }) => addresses * 2 >= most)
    .sort((one, other) => other.rank - one.rank || other.addresses - one.addresses);
  return best ? { rows, header, columns: columns.map(({ at, name }) => ({ at, name })), best: best.at } : null;
}

/** False for a sentence that mentions an address, like titles and notes around a table. */
const isOnlyAddresses = (cell: string): boolean =>
  cell.includes("<") || entriesOf(cell).every((entry) => entry.trim().split(/\s+/u).every(hasAt));

/** @param column null parses every cell with an address */
function fromTable({ rows, header }: Table, column: number | null): (Found & { line: number })[] {
  return rows.flatMap(({ line, cells }) => {
    const own = column === null ? "" : (cells[column] ?? "");
    // Without a header the column is a guess, so a row's only address counts.
    const isOpen = column === null || (!header && !hasAt(own));
    const read = isOpen ? cells.filter(hasAt) : [];
    const isNote = header !== null && (line < header.line || cells.length < header.cells.length);
    const found = (read.length > 0 ? read : [own]).filter(
      (cell) => !isBlank(cell) && !(isNote && !isOnlyAddresses(cell)),
    );
    if (found.length === 0) {
      const text = cells.filter((other) => !isBlank(other)).join(" · ");
      return [{ line, text, email: "", problem: "missing" as const }];
    }
    return found.flatMap(entriesOf).flatMap((entry) => addressesIn(entry).map((one) => ({ line, ...one })));
  });
}

function fromLines(text: string): (Found & { line: number })[] {
  const lines = text.split(lineBreak);
  const first = lines.findIndex((line) => !isBlank(line));
  return lines.flatMap((line, at) => {
    if (isBlank(line)) return [];
    if (at === first && lines.length > 1 && listTitle.test(line.trim())) return [];
    return entriesOf(line).flatMap((entry) => addressesIn(entry).map((found) => ({ line: at + 1, ...found })));
  });
}

/** Parses vCards (RFC 6350) from address books; null if the text has none. */
function fromCards(text: string): (Found & { line: number })[] | null {
  if (!/^\s*BEGIN:VCARD/i.test(text)) return null;
  const all: (Found & { line: number })[] = [];
  let card = { line: 1, name: "", found: 0 };
  // A line that starts with a space continues the previous one.
  const lines = text.replace(/(\r\n|\r|\n)[ \t]/g, "").split(lineBreak);
  for (const [at, line] of lines.entries()) {
    const [, property = "", value = ""] = /^(?:[\w-]+\.)?([\w-]+)(?:;[^:]*)?:(.*)$/u.exec(line) ?? [];
    const name = property.toUpperCase();
    if (name === "BEGIN") card = { line: at + 1, name: "", found: 0 };
    if (name === "FN") card.name = value;
    if (name === "EMAIL" && !isBlank(value)) {
      card.found += 1;
      all.push(...addressesIn(value).map((found) => ({ line: at + 1, ...found })));
    }
    if (name === "END" && card.found === 0)
      all.push({ line: card.line, text: card.name, email: "", problem: "missing" });
  }
  return all;
}

/** Marks duplicates and entries beyond the limit. */
export function judged<T extends ListedAddress>(found: readonly T[]): T[] {
  const seen = new Set<string>();
  return found.map((one) => {
    if (one.email === "") return one;
    const twice = seen.has(one.email);
    const over = !twice && seen.size >= waveLimits.candidates.max;
    if (!twice && !over) seen.add(one.email);
    if (twice) return { ...one, problem: "twice" };
    if (over) return { ...one, problem: "over" };
    return { ...one, problem: one.problem === "twice" || one.problem === "over" ? null : one.problem };
  });
}

/** Parses a table with or without a header, or addresses in plain text. */
export async function readTesterList(written: string, choice: ColumnChoice = "best"): Promise<TesterList> {
  // Strip the byte order mark, also one decoded as Windows-1252.
  const text = written.replace(/^(\ufeff|ï»¿)+/, "");
  const cards = fromCards(text);
  const table = cards ? null : await tableOf(text);
  const column = table && (choice === "best" ? table.best : choice);
  const found = cards ?? (table ? fromTable(table, column) : fromLines(text));
  const entries = judged(found.map((one) => ({ ...one, text: one.text.slice(0, LONGEST_SHOWN) })));
  return { entries, columns: table?.columns ?? [], column };
}

/** Parses a corrected entry. Several addresses are a problem, because an entry has exactly one. */
export function correctedEntry(line: number, text: string): ListedAddress {
  const found = entriesOf(text).flatMap(addressesIn);
  const [only = { text, email: "", problem: "missing" as const }] = found;
  return { line, ...(found.length > 1 ? addressOf(text) : only) };
}

/** Serializes the list to text that parses to the same entries. */
export const draftOf = (list: readonly ListedAddress[]): string =>
  list
    .filter(({ problem, text }) => problem !== "missing" || !hasAt(text))
    .map(({ email, text }) => email || text)
    .join("\n");

/** Valid addresses in list order. */
export const invitable = (list: readonly ListedAddress[]): string[] =>
  list.filter(({ problem }) => problem === null).map(({ email }) => email);

/** Adds problems that the server found in the `asked` addresses. */
export function withAnswer<T extends ListedAddress>(
  list: readonly T[],
  asked: readonly string[],
  { problems }: InvitedTesters,
): T[] {
  const problemOf = new Map(problems.map(({ place, problem }) => [asked[place], problem]));
  return list.map((one) => (one.problem === null ? { ...one, problem: problemOf.get(one.email) ?? null } : one));
}
