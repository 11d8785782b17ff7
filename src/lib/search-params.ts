// Search parameters of a page. All are optional and unknown values are ignored: an old link still
// opens the page.
import * as v from "valibot";

type Param<T extends v.GenericSchema> = v.OptionalSchema<
  v.SchemaWithFallback<v.OptionalSchema<T, undefined>, undefined>,
  undefined
>;
type Params<T extends Record<string, v.GenericSchema>> = v.ObjectSchema<
  { readonly [K in keyof T]: Param<T[K]> },
  undefined
>;

export function searchParams<const T extends Record<string, v.GenericSchema>>(params: T): Params<T>;
export function searchParams(params: Record<string, v.GenericSchema>) {
  return v.object(
    Object.fromEntries(
      Object.entries(params).map(([name, schema]) => [name, v.optional(v.fallback(v.optional(schema), undefined))]),
    ),
  );
}

/** Only paths of this app: a full URL would be an open redirect. */
export const ownPath = v.pipe(v.string(), v.regex(/^\/(?![/\\])/));
