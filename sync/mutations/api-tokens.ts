// Manages tokens with which programs upload builds. They are calls, not rows, and need a network.
import { createApiToken, type NewApiToken, revokeApiToken } from "../schema/api-token-functions.ts";
import type { CallResult } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

/**
 * @param request_id the same for each retry, so that only one token is created
 * @returns the token, which the server never returns again
 */
export const apiTokenCreate = (
  transport: Transport,
  org_id: string,
  token: { name: string; days: number; request_id: string },
): CallResult<NewApiToken> => transport.rpc(createApiToken, { org_id, ...token }, "person");

export const apiTokenRevoke = (transport: Transport, token: string): CallResult =>
  transport.rpc(revokeApiToken, { token }, "person");
