// /auth/v1: lite's auth service and, around it, what GoTrue does and lite does not, or not safely:
// logins, token rotation, second factors, the admin's calls, e-mails and what they bring back,
// limits. Who answers what stands here; how, in the files beside.
import type { AuthConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { Limits } from "../http/rate-limit.ts";
import type { Log } from "../log.ts";
import { createAccounts } from "./accounts.ts";
import { createAdmin } from "./admin.ts";
import { createGate } from "./auth-rate-limit.ts";
import { answer, refusal, refusedByDatabase } from "./auth-responses.ts";
import { createConfirmation } from "./confirmation.ts";
import { createEmailChange } from "./email-change.ts";
import { createFactors } from "./factors.ts";
import { type Body, looksLikeEmail, readBody, withBody } from "./input.ts";
import type { LinkTokens } from "./link-tokens.ts";
import type { AuthMails } from "./mails.ts";
import { createKnownNetworks } from "./networks.ts";
import { createOneTimeMails } from "./one-time-mails.ts";
import { createPasswordLogin } from "./password-login.ts";
import { createSessions, type Grant } from "./sessions.ts";
import { checkToken, type Keys } from "./token.ts";
import { createTokenRefresh } from "./token-refresh.ts";
import { createVerify } from "./verify.ts";

export interface AuthLayerOptions {
  database: Database;
  lite: (request: Request) => Promise<Response>;
  keys: Keys;
  config: AuthConfig;
  mails: AuthMails;
  tokens: LinkTokens;
  limits: Limits;
  /** Count per address of the network as well. A test signs up a hundred people from one. */
  limitAddresses: boolean;
  /** People are let in before they confirm their address. */
  allowUnverified: boolean;
  log: Log;
  siteUrl: string;
  accessTokenSeconds: number;
}

export interface AuthLayer {
  serve(request: Request): Promise<Response>;
}

/**
 * Where a link shall lead, as a browser will read it. lite compares the text: of
 * `https://evil.test\\@this-app/` it sees the host behind the "@", a browser the one before the
 * "\\", and the session would go there.
 */
function plainTarget(url: URL): void {
  const wanted = url.searchParams.get("redirect_to");
  if (wanted === null) return;
  const parsed = URL.canParse(wanted) ? new URL(wanted) : undefined;
  const web = parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password;
  if (web) url.searchParams.set("redirect_to", parsed.href);
  else url.searchParams.delete("redirect_to");
}

const bearerOf = (request: Request): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];

export function createAuthLayer(options: AuthLayerOptions): AuthLayer {
  const { database, lite, keys, config, mails, tokens, siteUrl, accessTokenSeconds } = options;
  const known = createKnownNetworks(database, keys.jwtSecret);
  const issuer = `${siteUrl}/auth/v1`;
  const sessions = createSessions({ database, lite, keys, known, issuer, accessTokenSeconds });
  const admin = createAdmin(database, mails, sessions);
  const gate = createGate(options.limits, config, known, options.limitAddresses);
  const factors = createFactors({ database, sessions, gate, config, issuer: "Betaflock" });
  const change = createEmailChange(database, config, mails, sessions);
  const oneTimeMails = createOneTimeMails(database, mails, change);
  const confirmation = options.allowUnverified
    ? createConfirmation({ database, mails, gate, log: options.log })
    : undefined;
  const accounts = createAccounts({ database, lite, sessions, gate, config, change, confirmation });
  const verify = createVerify({ lite, sessions, gate, tokens, change });
  const logIn = createPasswordLogin(database, sessions, options.allowUnverified);
  const refresh = createTokenRefresh(database, config.refresh_token_reuse_interval);

  const granted = async (grant: Grant | Response, request: Request, method?: string): Promise<Response> =>
    grant instanceof Response ? grant : answer(await sessions.tokens(grant, request, method));

  async function passwordLogin(request: Request, { email, password }: Body): Promise<Response> {
    const wait = email && (await gate.guess("password", email, request));
    if (wait) return wait;
    return gate.hashing(request, async () => {
      const grant = await logIn(email, password);
      if (email && !(grant instanceof Response)) gate.guessedRight("password", email, request);
      return granted(grant, request, "password");
    });
  }

  async function sendMail(request: Request, path: string, { email, type }: Body): Promise<Response> {
    if (!email || !looksLikeEmail(email))
      return refusal(400, "validation_failed", "Unable to validate email address: invalid format");
    const wait = gate.mail(path, email, request);
    if (wait) return wait;
    if (path !== "/resend") return oneTimeMails.logIn(email, path === "/recover" ? "recovery" : "magic_link");
    if (type !== "signup" && type !== "email_change")
      return refusal(400, "validation_failed", "Missing one of these types: signup, email_change");
    return oneTimeMails.resend(email, type);
  }

  async function post(request: Request, url: URL, path: string, body: Body): Promise<Response | undefined> {
    const grant = path === "/token" ? url.searchParams.get("grant_type") : undefined;
    if (grant === "password") return passwordLogin(request, body);
    if (grant === "refresh_token") return granted(await refresh(body.refresh_token), request);
    if (path === "/signup") {
      // The message that it sends counts for those that are asked for afterwards.
      const wait = config.email.enable_confirmations && body.email && gate.mail("/resend", body.email, request);
      return wait || accounts.signUp(request, body);
    }
    if (path === "/verify") return verify.code(request, body);
    if (["/recover", "/resend", "/otp", "/magiclink"].includes(path)) return sendMail(request, path, body);
    return undefined;
  }

  async function route(request: Request, url: URL, path: string): Promise<Response> {
    const { method } = request;
    const bearer = bearerOf(request);
    if (/^\/(user|logout|reauthenticate|factors)/.test(path)) {
      // lite looks at the signature and not at the role that a token names.
      const checked = checkToken(bearer ?? "", keys.jwtSecret);
      if (!checked.ok && bearer?.includes(".")) return refusal(403, "bad_jwt", `invalid JWT: ${checked.reason}`);
    }
    const writes = method === "POST" || method === "PUT";
    // A form that a provider posts; everything else is JSON.
    const body = writes && path !== "/callback" ? await readBody(request) : {};
    if (body instanceof Response) return body;
    if (path.startsWith("/factors")) return factors.serve(request, path, body);
    if (path.startsWith("/admin/") || path === "/invite") {
      const service = request.headers.get("apikey") === keys.serviceKey && (!bearer || bearer === keys.serviceKey);
      return service ? admin.serve(request, path, body) : refusal(403, "not_admin", "User not allowed");
    }
    if (path === "/verify" && !writes) return verify.link(request, url);
    if (path === "/authorize" && url.searchParams.has("invite_token"))
      url.searchParams.set("invite_token", tokens.open(url.searchParams.get("invite_token") ?? "") ?? "");
    if (path === "/reauthenticate") return refusal(404, "not_found", "Not found");
    if (!writes || path === "/callback") {
      const oauth = path === "/callback" ? "oauth" : undefined;
      return sessions.finish(await lite(new Request(url, request)), request, oauth);
    }
    const plain = withBody(request, url, body);
    if (path === "/user" && method === "PUT") return accounts.changeOwn(plain, body);
    const own = method === "POST" ? await post(plain, url, path, body) : undefined;
    if (own) return own;
    const pkce = path === "/token" && url.searchParams.get("grant_type") === "pkce";
    return sessions.finish(await lite(plain), plain, pkce ? "oauth" : undefined);
  }

  return {
    async serve(request) {
      if (request.method === "OPTIONS") return lite(request);
      const url = new URL(request.url);
      plainTarget(url);
      const path = url.pathname.slice("/auth/v1".length);
      // A mail program that looks at a link must not use it up.
      if (request.method === "HEAD" && ["/verify", "/callback", "/authorize"].includes(path))
        return refusal(405, "not_found", "Method not allowed");
      const refused = gate.asked(path, url, request);
      if (refused) return refused;
      try {
        return await mails.leadingTo(url.searchParams.get("redirect_to"), () => route(request, url, path));
      } catch (error) {
        const known = refusedByDatabase(error);
        if (known) return known;
        throw error;
      }
    },
  };
}
