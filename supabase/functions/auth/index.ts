// For Supabase (Deno). The embedded backend mounts handler.ts itself.
import { handler } from "./handler.ts";

Deno.serve((request: Request) =>
  handler(request, {
    SUPABASE_URL: Deno.env.get("SUPABASE_URL") ?? "",
    SUPABASE_ANON_KEY: Deno.env.get("SUPABASE_ANON_KEY") ?? "",
    SUPABASE_SERVICE_ROLE_KEY: Deno.env.get("SUPABASE_SERVICE_ROLE_KEY") ?? "",
  }),
);
