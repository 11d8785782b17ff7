// Serves a function on Supabase (Deno). The embedded backend mounts the handlers itself.
import type { FunctionEnv, FunctionHandler } from "./types.ts";

/** What is used of Deno, whose types this repository does not have. */
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(answer: (request: Request) => Promise<Response> | Response): unknown;
};

const read = (name: keyof FunctionEnv): string => Deno.env.get(name) ?? "";

export function serve(handler: FunctionHandler): void {
  Deno.serve((request) =>
    handler(request, {
      SUPABASE_URL: read("SUPABASE_URL"),
      SUPABASE_ANON_KEY: read("SUPABASE_ANON_KEY"),
      SUPABASE_SERVICE_ROLE_KEY: read("SUPABASE_SERVICE_ROLE_KEY"),
      VAPID_PUBLIC_KEY: read("VAPID_PUBLIC_KEY"),
      VAPID_PRIVATE_KEY: read("VAPID_PRIVATE_KEY"),
      VAPID_SUBJECT: read("VAPID_SUBJECT"),
      PUSH_HOSTS: read("PUSH_HOSTS"),
      SMTP_URL: read("SMTP_URL"),
      MAIL_FROM: read("MAIL_FROM"),
      SITE_URL: read("SITE_URL"),
    }),
  );
}
