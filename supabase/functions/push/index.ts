// For Supabase (Deno). The embedded backend mounts handler.ts itself.
import { handler } from "./handler.ts";

const read = (name: string) => Deno.env.get(name) ?? "";

Deno.serve((request: Request) =>
  handler(request, {
    SUPABASE_URL: read("SUPABASE_URL"),
    SUPABASE_ANON_KEY: read("SUPABASE_ANON_KEY"),
    SUPABASE_SERVICE_ROLE_KEY: read("SUPABASE_SERVICE_ROLE_KEY"),
    VAPID_PUBLIC_KEY: read("VAPID_PUBLIC_KEY"),
    VAPID_PRIVATE_KEY: read("VAPID_PRIVATE_KEY"),
    VAPID_SUBJECT: read("VAPID_SUBJECT"),
    PUSH_HOSTS: read("PUSH_HOSTS"),
  }),
);
