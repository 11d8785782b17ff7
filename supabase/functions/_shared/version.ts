// The version of a deployed function: the number of its newest migration. `npm run doctor` uses it
// to find outdated deployments.
import type { FunctionHandler } from "./types.ts";

export const backendVersion = "20261124001470";
export const versionHeader = "x-betaflock-version";

export const withVersion =
  (handler: FunctionHandler): FunctionHandler =>
  async (request, env) => {
    const response = await handler(request, env);
    const headers = new Headers(response.headers);
    headers.set(versionHeader, backendVersion);
    return new Response(response.body, { status: response.status, headers });
  };
