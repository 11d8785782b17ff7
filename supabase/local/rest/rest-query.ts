// Limits the query string of /rest/v1. lite accepts all of PostgREST's grammar: regular expressions
// that run for minutes, nested embeds, thousands of columns.

const restLimits = {
  length: 8192,
  /** Selected columns, including embeds. */
  columns: 100,
  /** Conditions, including those in or=(…). */
  filters: 50,
  /** Values of one in.(…) list. */
  values: 500,
  order: 8,
  /** Nested embeds, and nested and/or. Each level multiplies the rows. */
  embedDepth: 2,
  embeds: 5,
  logicDepth: 4,
} as const;

export type Reason =
  | "query_too_long"
  | "too_many_columns"
  | "too_many_filters"
  | "too_many_values"
  | "too_many_order_columns"
  | "too_many_embeds"
  | "too_deep"
  | "operator_not_allowed"
  | "not_understood";

export class QueryRejected extends Error {
  readonly reason: Reason;
  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}
const reject = (reason: Reason, message: string): never => {
  throw new QueryRejected(reason, message);
};

/** Excludes names that every object inherits: lite uses names as keys of plain objects. */
const plain = "(?!(?:__proto__|constructor|prototype)\\b)[A-Za-z_][A-Za-z0-9_]*";
/** A plain name, or one that needs quotation marks. */
const name = `(?:${plain}|"[A-Za-z_][A-Za-z0-9_ -]{0,62}")`;
/** A column, or a path into a json column. */
const column = `${name}(?:->>?(?:${name}|\\d{1,6}))*`;
const columnOnly = new RegExp(`^${column}$`);
/** Places where lite cannot read quoted names: order, and or=(…). */
const plainColumn = `${plain}(?:->>?(?:${plain}|\\d{1,6}))*`;
const plainColumnOnly = new RegExp(`^${plainColumn}$`);
const selected = new RegExp(`^(?:${name}:)?(?:\\*|${column}|${name}(?:\\.\\.\\.)?)(?:::${name}(?:\\[\\])?)?$`);
const embed = new RegExp(`^(?:\\.\\.\\.)?(?:${name}:)?${name}(?:!${name}){0,2}$`);
const ordered = new RegExp(
  `^(?:${plainColumn}|${plain}\\(${plainColumn}\\))(?:\\.(?:asc|desc))?(?:\\.nulls(?:first|last))?$`,
);
/** The path of an embed in a filter's name: `developer.organisation.name`. */
const embedPath = `(?:${name}\\.){0,${restLimits.embedDepth}}`;
const filterName = new RegExp(`^${embedPath}${column}$`);
const logicName = new RegExp(`^${embedPath}(?:not\\.)?(?:and|or)$`);
const rangeName = new RegExp(`^${embedPath}(order|limit|offset)$`);

const operators = "eq|neq|gt|gte|lt|lte|like|ilike|is|isdistinct|in|cs|cd|ov|sl|sr|nxl|nxr|adj|fts|plfts|phfts|wfts";
const modified = "(?:eq|gt|gte|lt|lte|like|ilike)\\((?:any|all)\\)";
const searched = `(?:fts|plfts|phfts|wfts)\\(${name}\\)`;
const condition = new RegExp(`^(?:not\\.)?(?:${modified}|${searched}|${operators})\\.`);
/** Regular expressions: backtracking can take exponential time. */
const expression = /^(?:not\.)*i?match(?:\(|\.|$)/i;
const expressionInside = /\.\s*i?match\s*(?:\(|\.)/i;

function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const each = text[at];
    if (quoted) {
      if (each === "\\") at += 1;
      else if (each === '"') quoted = false;
    } else if (each === '"') quoted = true;
    else if (each === "(" || each === "{" || each === "[") depth += 1;
    else if (each === ")" || each === "}" || each === "]") depth -= 1;
    else if (each === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth < 0) reject("not_understood", "A bracket is closed that was not opened");
  }
  if (depth !== 0 || quoted) reject("not_understood", "A bracket or a quotation mark is not closed");
  parts.push(text.slice(from));
  return parts;
}

class Reader {
  private columns = 0;
  private filters = 0;
  private embeds = 0;

  select(text: string, depth = 0): void {
    if (text.trim() === "" && depth > 0) return;
    for (const raw of split(text)) {
      const item = raw.trim();
      this.columns += 1;
      if (this.columns > restLimits.columns)
        reject("too_many_columns", `No more than ${restLimits.columns} columns can be selected`);
      const open = item.indexOf("(");
      if (open < 0) {
        if (!selected.test(item)) reject("not_understood", "The selection cannot be read");
        continue;
      }
      const head = item.slice(0, open);
      // Aggregates such as amount.sum() are rejected here, count() by lite: as on Supabase.
      if (!item.endsWith(")") || !embed.test(head)) reject("not_understood", "The selection cannot be read");
      this.embeds += 1;
      if (depth >= restLimits.embedDepth)
        reject("too_deep", `Related rows can be nested ${restLimits.embedDepth} levels deep`);
      if (this.embeds > restLimits.embeds)
        reject("too_many_embeds", `No more than ${restLimits.embeds} kinds of related rows can be asked for`);
      this.select(item.slice(open + 1, -1), depth + 1);
    }
  }

  order(text: string): void {
    const parts = text === "" ? [] : text.split(",");
    if (parts.length > restLimits.order)
      reject("too_many_order_columns", `Rows can be ordered by ${restLimits.order} columns`);
    for (const part of parts) if (!ordered.test(part.trim())) reject("not_understood", "The order cannot be read");
  }

  filter(value: string): void {
    this.filters += 1;
    if (this.filters > restLimits.filters)
      reject("too_many_filters", `No more than ${restLimits.filters} conditions can be given`);
    if (expression.test(value.trim())) reject("operator_not_allowed", "Regular expressions are not allowed");
    const found = condition.exec(value)?.[0] ?? reject("not_understood", "A condition cannot be read");
    const operand = value.slice(found.length);
    if (/^[({]/.test(operand) && split(operand.slice(1, -1)).length > restLimits.values)
      reject("too_many_values", `No more than ${restLimits.values} values can be listed`);
  }

  /** `(a.eq.1,or(b.gt.2,not.and(c.is.null,d.eq.x)))` */
  logic(text: string, depth = 0): void {
    if (depth >= restLimits.logicDepth)
      reject("too_deep", `and and or can be nested ${restLimits.logicDepth} levels deep`);
    if (!text.startsWith("(") || !text.endsWith(")")) reject("not_understood", "A condition cannot be read");
    // Searches the text, too, because lite may parse quotes differently.
    if (expressionInside.test(text)) reject("operator_not_allowed", "Regular expressions are not allowed");
    for (const raw of split(text.slice(1, -1))) {
      const part = raw.trim();
      const nested = /^(?:not\.)?(?:and|or)(\(.*\))$/s.exec(part)?.[1];
      if (nested !== undefined) this.logic(nested, depth + 1);
      else {
        const at = part.indexOf(".");
        if (at < 0 || !plainColumnOnly.test(part.slice(0, at))) reject("not_understood", "A condition cannot be read");
        this.filter(part.slice(at + 1));
      }
    }
  }
}

/** A function call has its arguments in the query, too. Throws QueryRejected. */
export function checkRestQuery(search: string, isCall: boolean): void {
  if (search.length > restLimits.length) reject("query_too_long", "The query is too long");
  const reader = new Reader();
  for (const [key, value] of new URLSearchParams(search)) {
    if (key === "apikey") continue;
    if (key === "select") reader.select(value);
    else if (key === "columns" || key === "on_conflict") {
      const names = value.split(",");
      if (names.length > restLimits.columns)
        reject("too_many_columns", `No more than ${restLimits.columns} columns can be named`);
      if (!names.every((each) => columnOnly.test(each.trim()))) reject("not_understood", "A column cannot be read");
    } else if (rangeName.test(key)) {
      if (key.endsWith("order")) reader.order(value);
      else if (!/^-?\d{1,15}$/.test(value)) reject("not_understood", "limit and offset have to be numbers");
    } else if (logicName.test(key)) reader.logic(value);
    else if (!filterName.test(key)) reject("not_understood", `The parameter ${key.slice(0, 60)} cannot be read`);
    else if (isCall && !condition.test(value) && !expression.test(value)) continue;
    else reader.filter(value);
  }
}
