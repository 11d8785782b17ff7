// Parses search parameters. All are optional and unknown values are ignored, so old links work.
// Without valibot, because the first page reads them before anything else.

/**
 * @param value a string from the URL, or a value from a link of the app
 * @returns undefined for invalid values
 */
type Read<T> = (value: unknown) => T | undefined;

/** Characters: above any real search, low enough to be fast. */
const mostText = 500;

/** Truncates, and removes NUL and lone surrogates, which PostgreSQL rejects. */
export const text: Read<string> = (value) =>
  typeof value === "string" ? value.slice(0, mostText).replace(/\0|[\ud800-\udbff]$/g, "") : undefined;

/** A calendar day as `YYYY-MM-DD`, from the year 1000 on. */
export const day: Read<string> = (value) =>
  typeof value === "string" && /^[1-9]\d{3}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

export const flag: Read<boolean> = (value) =>
  value === true || value === "true" ? true : value === false || value === "false" ? false : undefined;

export const wholeNumber =
  (least: number): Read<number> =>
  (value) => {
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    return typeof number === "number" && Number.isSafeInteger(number) && number >= least ? number : undefined;
  };

export const oneOf =
  <const T extends string | number>(known: readonly T[]): Read<T> =>
  (value) =>
    known.find((each) => each === value || (typeof value === "string" && String(each) === value));

/** Accepts only internal paths, to prevent open redirects. Rejects tabs, which browsers skip. */
export const ownPath: Read<string> = (value) =>
  /^\/(?![/\\])\P{Cc}*$/u.test(text(value) ?? "") ? text(value) : undefined;

type Params<R extends Record<string, Read<unknown>>> = { readonly [K in keyof R]?: ReturnType<R[K]> };

export const searchParams =
  <R extends Record<string, Read<unknown>>>(reads: R) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(reads)
        .filter(([name]) => name in search)
        .map(([name, read]) => [name, read(search[name])]),
    ) as Params<R>;

/**
 * Keeps all values as strings, so that a search for `2048` or `true` works. Takes the first of
 * repeated parameters. Accepts `&amp;`, which mail programs write.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search.replace(/&(amp;)+/gi, "&"))].reverse());

export function stringifySearch(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
