import type { AuthConfig } from "../common/config.ts";
import type { Log } from "../common/log.ts";
import type { Limits } from "../common/rate-limit.ts";
import type { Keys } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import type { AuthMails } from "./auth-mails.ts";
import type { LinkTokens } from "./link-tokens.ts";

export interface AuthOptions {
  database: Database;
  lite: (request: Request) => Promise<Response>;
  keys: Keys;
  config: AuthConfig;
  mails: AuthMails;
  tokens: LinkTokens;
  limits: Limits;
  /** Counts per network address as well. Tests sign up a hundred people from one address. */
  limitAddresses: boolean;
  allowUnverified: boolean;
  log: Log;
  siteUrl: string;
  accessTokenSeconds: number;
}
