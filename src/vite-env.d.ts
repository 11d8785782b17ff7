/** Of each language, the texts of each part of the app (src/build/texts.ts). */
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

/** The text of a file. */
declare module "*?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: Vite gives it so.
  export default text;
}

interface ImportMetaEnv {
  /** Set at build time for a hosted Supabase; otherwise the app talks to its own origin. */
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_KEY?: string;
}
