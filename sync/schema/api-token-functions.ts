// Answers of the SQL functions for the API tokens of an organization.
import * as v from "valibot";

import { pageOf } from "./admin-functions.ts";
import { args, command, sqlFunction } from "./functions.ts";

const apiToken = v.object({
  id: v.string(),
  name: v.string(),
  last_four: v.string(),
  created_at: v.string(),
  expires_at: v.string(),
  /** To the minute; null if never used. */
  last_used_at: v.nullable(v.string()),
  /** A display name. */
  created_by: v.string(),
  /** True if the caller created it. */
  own: v.boolean(),
});
export type ApiToken = v.InferOutput<typeof apiToken>;
export const listApiTokens = sqlFunction("list_api_tokens", v.object(pageOf(apiToken)));

/** The server never returns the token again. */
const newApiToken = v.object({ id: v.string(), token: v.string(), expires_at: v.string() });
export type NewApiToken = v.InferOutput<typeof newApiToken>;
export const createApiToken = sqlFunction(
  "create_api_token",
  newApiToken,
  /** `request_id` is the same for each retry, so that one token is created. */
  args<{ org_id: string; name: string; days: number; request_id: string }>(),
);
export const revokeApiToken = command<{ token: string }>("revoke_api_token");

export const TOKEN_NAME_MAX = 80;
