// For Supabase (Deno). The embedded backend mounts handler.ts itself.
import { serve } from "../_shared/serve.ts";
import { handler } from "./handler.ts";

serve(handler);
