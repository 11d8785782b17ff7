// The number of a function's newest migration, with which the doctor finds outdated ones.
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
