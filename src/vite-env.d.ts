declare module "virtual:texts/*" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}

interface ImportMetaEnv {
  /** Set at build time for a hosted Supabase; otherwise the app talks to its own origin. */
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_KEY?: string;
}
