// Responses of the edge functions service at /functions/v1. Codes and the header sb-error-code:
// https://supabase.com/docs/guides/functions/error-codes and /status-codes.
import { aString, type Case, oneOf } from "./case.ts";

export const functionCases: readonly Case[] = [
  {
    title: "a function answers, and invoke() reads its JSON",
    ask: ({ anon }) => anon.functions.invoke("health"),
    expected: { error: null, data: { status: "ok" } },
  },
  {
    title: "a function that is not there is a FunctionsHttpError of 404, with its code in header and body",
    async ask({ anon }) {
      const { data, error } = await anon.functions.invoke("no-such-function");
      const context = (error as { context: Response }).context;
      const { status, headers } = context;
      return {
        ...{ data, name: (error as Error).name, message: (error as Error).message, status },
        ...{ code: headers.get("sb-error-code"), relay: headers.get("x-relay-error"), body: await context.json() },
      };
    },
    expected: {
      ...{ data: null, name: "FunctionsHttpError", message: "Edge Function returned a non-2xx status code" },
      ...{ status: 404, code: oneOf("NOT_FOUND", "FUNCTION_NOT_FOUND"), relay: null },
      body: { code: "NOT_FOUND", message: "Requested function was not found" },
    },
  },
  {
    title: "a function's own rejection arrives as it is, as a FunctionsHttpError",
    async ask({ anon }) {
      const { data, error } = await anon.functions.invoke("storage/list", { method: "GET" });
      const { context } = error as { context: Response };
      return {
        ...{ data, name: (error as Error).name, status: context.status, body: await context.json() },
        relay: context.headers.get("x-relay-error"),
      };
    },
    expected: {
      data: null,
      name: "FunctionsHttpError",
      status: oneOf(401, 403),
      body: { error: aString, code: aString },
      relay: null,
    },
  },
  {
    title: "a browser may call a function, and read its code",
    ask: ({ ask }) =>
      ask("/functions/v1/health", {
        method: "OPTIONS",
        headers: { origin: "https://example.com", "access-control-request-method": "POST" },
      }),
    expected: { status: oneOf(200, 204), headers: { "access-control-allow-origin": "*" } },
  },
];
