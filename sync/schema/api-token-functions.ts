// Answers of the SQL functions for the API tokens of an organization.
import * as v from "valibot";

import { pageOf } from "./admin-functions.ts";
import { args, command, sqlFunction, strings } from "./functions.ts";

const apiToken = v.object({
  /** `created_by`: a display name. */
  ...strings("id", "name", "last_four", "created_at", "expires_at", "created_by"),
  /** To the minute; null if never used. */
  last_used_at: v.nullable(v.string()),
  /** True if the caller created it. */
  own: v.boolean(),
});
export type ApiToken = v.InferOutput<typeof apiToken>;
export const listApiTokens = sqlFunction("list_api_tokens", v.object(pageOf(apiToken)));

/** The server never returns the token again. */
const newApiToken = v.object(strings("id", "token", "expires_at"));
export type NewApiToken = v.InferOutput<typeof newApiToken>;
export const createApiToken = sqlFunction(
  "create_api_token",
  newApiToken,
  /** `request_id` is the same for each retry, so that one token is created. */
  args<{ org_id: string; name: string; days: number; request_id: string }>(),
);
export const revokeApiToken = command<{ token: string }>("revoke_api_token");

export const TOKEN_NAME_MAX = 80;
