// Serves a function on Supabase (Deno). The embedded backend mounts the handlers itself.
import * as v from "valibot";
import { type FunctionHandler, functionSettings } from "./types.ts";
import { withVersion } from "./version.ts";

/** The used part of Deno, whose types are not installed. */
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(answer: (request: Request) => Promise<Response> | Response): unknown;
};

const read = (name: string): string => Deno.env.get(name) ?? "";

/** Supabase: all keys of a kind as JSON by name. Self-hosted: one key, or its old name. */
function keyOf(kind: "PUBLISHABLE" | "SECRET", oldName: string): string {
  const byName = v.safeParse(named, read(`SUPABASE_${kind}_KEYS`));
  const key = byName.success ? (byName.output.default ?? Object.values(byName.output)[0]) : undefined;
  return key || read(`SUPABASE_${kind}_KEY`) || read(oldName);
}
const named = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

export function serve(handler: FunctionHandler): void {
  const answer = withVersion(handler);
  const env = {
    ...Object.fromEntries(functionSettings.map((name) => [name, read(name)])),
    SUPABASE_URL: read("SUPABASE_URL"),
    SUPABASE_PUBLISHABLE_KEY: keyOf("PUBLISHABLE", "SUPABASE_ANON_KEY"),
    SUPABASE_SECRET_KEY: keyOf("SECRET", "SUPABASE_SERVICE_ROLE_KEY"),
  };
  Deno.serve((request) => answer(request, env));
}
