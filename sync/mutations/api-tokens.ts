// Tokens with which programs upload builds. Calls, not rows: neither works offline.
import { createApiToken, type NewApiToken, revokeApiToken } from "../schema/api-token-functions.ts";
import type { CallFailure, Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

/** @returns the token itself, this once */
export const apiTokenCreate = (
  transport: Transport,
  org_id: string,
  { name, days }: { name: string; days: number },
): Promise<Result<NewApiToken, CallFailure>> => transport.rpc(createApiToken, { org_id, name, days }, "person");

export const apiTokenRevoke = (transport: Transport, token: string): Promise<Result<unknown, CallFailure>> =>
  transport.rpc(revokeApiToken, { token }, "person");
