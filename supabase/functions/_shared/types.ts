// What a function is given, on Supabase and on the embedded backend alike. Functions import from
// here and from nothing of local/.

/** What Supabase gives every function in its environment. */
export interface FunctionEnv {
  SUPABASE_URL: string;
  SUPABASE_ANON_KEY: string;
  SUPABASE_SERVICE_ROLE_KEY: string;
  /** Web push: the project's own secrets (supabase secrets set …), made by the embedded backend. */
  VAPID_PUBLIC_KEY?: string;
  VAPID_PRIVATE_KEY?: string;
  /** mailto: or https:, whom a push service tells of trouble. */
  VAPID_SUBJECT?: string;
  /** Further hosts that count as push services (tests), with commas. */
  PUSH_HOSTS?: string;
  /**
   * Notifications by e-mail: the mail server (smtp://user:password@host:port, or smtps://) and
   * whose name is on the letters.
   */
  SMTP_URL?: string;
  MAIL_FROM?: string;
  /** Where the app is, for the links in letters. */
  SITE_URL?: string;
}
export type FunctionHandler = (request: Request, env: FunctionEnv) => Promise<Response> | Response;
