// Search parameters of a page. All are optional and unknown values are ignored: an old link still
// opens the page. Without valibot: the first page reads its own before anything else.

/** @returns undefined: no value that the page knows */
type Read<T> = (value: unknown) => T | undefined;

export const text: Read<string> = (value) => (typeof value === "string" ? value : undefined);

export const flag: Read<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

export const wholeNumber =
  (least: number): Read<number> =>
  (value) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least ? value : undefined;

export const oneOf =
  <const T extends string | number>(known: readonly T[]): Read<T> =>
  (value) =>
    known.find((each) => each === value);

/** Only paths of this app: a full URL would be an open redirect. */
export const ownPath: Read<string> = (value) => (/^\/(?![/\\])/.test(text(value) ?? "") ? text(value) : undefined);

type Params<R extends Record<string, Read<unknown>>> = { readonly [K in keyof R]?: ReturnType<R[K]> };

export const searchParams =
  <R extends Record<string, Read<unknown>>>(reads: R) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(reads)
        .filter(([name]) => name in search)
        .map(([name, read]) => [name, read(search[name])]),
    ) as Params<R>;
