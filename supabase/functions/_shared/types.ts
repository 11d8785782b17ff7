// The environment of a function. Functions import no file of local/.

/** Settings that `npm run deploy` stores as secrets of the project. */
export const functionSecrets = [
  // The embedded backend generates the web push keys.
  "VAPID_PUBLIC_KEY",
  "VAPID_PRIVATE_KEY",
  // mailto: or https: contact for push services.
  "VAPID_SUBJECT",
  // Mail server (smtp://user:password@host:port, or smtps://).
  "SMTP_URL",
  "MAIL_FROM",
  "SITE_URL",
  // Google's key for the registration status of Android packages; without it the check is off.
  "ANDROID_STATUS_KEY",
  // Encrypts identifiers of iPhones: 32 bytes in Base64.
  "DEVICE_KEY",
] as const;
export const functionSettings = [
  ...functionSecrets,
  // The address for devices, if it differs from SUPABASE_URL.
  "SUPABASE_PUBLIC_URL",
  // For tests: more hosts of push services, comma-separated, and Google's address.
  "PUSH_HOSTS",
  "ANDROID_STATUS_URL",
] as const;

export interface FunctionEnv extends Partial<Record<(typeof functionSettings)[number], string>> {
  SUPABASE_URL: string;
  /** `sb_publishable_…` and `sb_secret_…`, which bypasses all policies. */
  SUPABASE_PUBLISHABLE_KEY: string;
  SUPABASE_SECRET_KEY: string;
  /** Calls the function's own project; default: `fetch`. The embedded backend limits it. */
  fetch?: typeof fetch;
}
export type FunctionHandler = (request: Request, env: FunctionEnv) => Promise<Response> | Response;
