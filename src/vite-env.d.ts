/** Messages by language and part of the app (`src/build/texts.ts`). */
declare module "virtual:texts" {
  import type { Messages } from "@lingui/core";

  type Home = "adminHome" | "developerHome" | "storeHome" | "testerHome";
  type Pages = "account" | "admin" | "auth" | "developer" | "public" | "store" | "tester";
  export type Part = "start" | "frame" | "panels" | Home | Pages;
  export const catalogues: Readonly<Record<string, Readonly<Record<Part, () => Promise<{ messages: Messages }>>>>>;
}
declare module "virtual:texts/*" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}

declare module "*?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: Vite exports it as default
  export default text;
}

interface ImportMetaEnv {
  /** Set at build time for a hosted Supabase; otherwise the app uses its origin. */
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_KEY?: string;
}
