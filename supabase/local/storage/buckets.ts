// Calls that create or change a bucket. Supabase accepts file_size_limit as text with a unit, and
// null for none; lite accepts only numbers.

import * as v from "valibot";
import { lookUp } from "../../functions/_shared/look-up.ts";
import { jsonOf, withJson } from "../common/json-request.ts";
import { refuse } from "./refusals.ts";

const units: Readonly<Record<string, number>> = { gb: 1e9, mb: 1e6, kb: 1000, b: 1 };

/** Bytes of a size such as 20MB, rounded as on Supabase; undefined when invalid. */
function bytesOf(size: string): number | undefined {
  const [, count = "", unit = ""] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(size) ?? [];
  const bytes = Number(Number.parseFloat(count).toPrecision(3)) * (lookUp(units, unit.toLowerCase()) ?? Number.NaN);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

const bucketSchema = v.looseObject({ file_size_limit: v.nullish(v.union([v.string(), v.number()])) });

export const isBucketChange = ({ method }: Request, pathname: string): boolean =>
  (method === "POST" && pathname === "/storage/v1/bucket") ||
  (method === "PUT" && /^\/storage\/v1\/bucket\/[^/]+$/.test(pathname));

export async function normalizeBucketChange(request: Request): Promise<Request | Response> {
  const parsed = v.safeParse(bucketSchema, await jsonOf(request));
  if (!parsed.success) return request;
  const { file_size_limit: size, ...rest } = parsed.output;
  if (size === null && request.method === "POST") return withJson(request, rest);
  if (typeof size !== "string") return request;
  const bytes = bytesOf(size);
  return bytes === undefined
    ? refuse(400, "InvalidRequest", "Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B")
    : withJson(request, { ...rest, file_size_limit: bytes });
}
