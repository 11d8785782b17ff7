// For Supabase (Deno). The embedded backend mounts handler.ts itself.
import { handler } from "./handler.ts";

const read = (name: string) => Deno.env.get(name) ?? "";

Deno.serve((request: Request) =>
  handler(request, {
    SUPABASE_URL: read("SUPABASE_URL"),
    SUPABASE_ANON_KEY: read("SUPABASE_ANON_KEY"),
    SUPABASE_SERVICE_ROLE_KEY: read("SUPABASE_SERVICE_ROLE_KEY"),
    SMTP_URL: read("SMTP_URL"),
    MAIL_FROM: read("MAIL_FROM"),
    SITE_URL: read("SITE_URL"),
  }),
);
