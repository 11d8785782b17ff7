// Parses and normalizes the input of the auth service once, for rate limits and queries. The edge
// has already rejected text that the database cannot store (http/json-text.ts).
import * as v from "valibot";
import { isEmailAddress, parseEmailAddress } from "../../../sync/inputs/email-address.ts";
import { isTooLong, normalizedPassword } from "../../../sync/inputs/password.ts";
import { rejection } from "./auth-responses.ts";

/** All spellings of an address share one limit; another text matches no account. */
const emailSchema = v.pipe(
  v.string(),
  v.maxLength(320),
  v.transform((typed) => {
    const parsed = parseEmailAddress(typed);
    return parsed.ok ? parsed.value : typed;
  }),
);

const typedPassword = v.pipe(v.string(), v.transform(normalizedPassword));

export const accountEmail = v.pipe(emailSchema, v.check(isEmailAddress));
export const accountPassword = v.pipe(
  typedPassword,
  v.check((typed) => !isTooLong(typed)),
);
export const accountData = v.optional(v.record(v.string(), v.unknown()), {});

const bodySchema = v.looseObject({
  email: v.optional(emailSchema),
  password: v.optional(typedPassword),
  current_password: v.optional(typedPassword),
  type: v.optional(v.string()),
  token: v.optional(v.string()),
  token_hash: v.optional(v.string()),
  refresh_token: v.optional(v.string()),
});
export type Body = v.InferOutput<typeof bodySchema>;

export interface AuthEnv {
  Variables: {
    /** With a normalized redirect target, which lite and browsers parse alike. */
    url: URL;
    body: Body;
    /** The request for lite, because `body` has consumed the original's. */
    forLite: Request;
  };
}

export async function readBody(request: Request): Promise<Body | Response> {
  const text = await request.text();
  let json: unknown;
  try {
    json = text === "" ? {} : JSON.parse(text);
  } catch {
    return rejection(400, "bad_json", "Could not parse request body as JSON");
  }
  const parsed = v.safeParse(bodySchema, json);
  // lite would use an object as a database parameter and answer 500.
  return parsed.success && !Array.isArray(json)
    ? parsed.output
    : rejection(400, "validation_failed", "A field is not of the right type");
}
