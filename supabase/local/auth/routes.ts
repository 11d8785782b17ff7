// /auth/v1: what lite lacks or implements unsafely. Other paths go to lite.
import { type Context, Hono } from "hono";
import { isEmailAddress } from "../../../sync/inputs/email-address.ts";
import { pathOf } from "../common/area.ts";
import { jsonResponse } from "../common/database-errors.ts";
import { withJson } from "../common/json-request.ts";
import { publicKeysCaching } from "../common/response-headers.ts";
import { bearerOf, checkToken } from "../common/token.ts";
import { createAccounts } from "./accounts.ts";
import { createAdminRoutes } from "./admin.ts";
import { type AuthEnv, type Body, readBody } from "./auth-input.ts";
import type { AuthOptions } from "./auth-options.ts";
import { createAuthRateLimit } from "./auth-rate-limit.ts";
import { answer, invalidAddress, rejectedByDatabase, rejection } from "./auth-responses.ts";
import { createConfirmation } from "./confirmation.ts";
import { createEmailChange } from "./email-change.ts";
import { createFactorRoutes } from "./factors.ts";
import { createKnownNetworks } from "./networks.ts";
import { createOneTimeMails } from "./one-time-mails.ts";
import { createPasswordLogin } from "./password-login.ts";
import { createSessions, type Grant } from "./sessions.ts";
import { createTokenRefresh } from "./token-refresh.ts";
import { createVerify } from "./verify.ts";

/**
 * Normalizes the redirect target the way browsers do. lite compares the text: in
 * `https://evil.test\\@this-app/` it sees the host after the "@", a browser the one before the
 * "\\", which would receive the session.
 */
function normalizeRedirect(url: URL): void {
  const wanted = url.searchParams.get("redirect_to");
  if (wanted === null) return;
  const parsed = URL.canParse(wanted) ? new URL(wanted) : undefined;
  const web = parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password;
  if (web) url.searchParams.set("redirect_to", parsed.href);
  else url.searchParams.delete("redirect_to");
}

const isWrite = ({ method }: Request): boolean => method === "POST" || method === "PUT";

export function createAuthRoutes(options: AuthOptions): Hono<AuthEnv> {
  const { database, lite, keys, config, mails, tokens } = options;
  const known = createKnownNetworks(database, keys.jwtSecret);
  const sessions = createSessions(options, known);
  const rateLimit = createAuthRateLimit(options.limits, config, known, options.limitAddresses);
  const change = createEmailChange(database, config, mails, sessions);
  const oneTimeMails = createOneTimeMails(database, mails, change);
  const askToConfirm = options.allowUnverified ? createConfirmation(options, rateLimit) : undefined;
  const accounts = createAccounts({ ...options, sessions, rateLimit, change, askToConfirm });
  const verify = createVerify(options, sessions, rateLimit, change);
  const logIn = createPasswordLogin(database, sessions, options.allowUnverified);
  const refresh = createTokenRefresh(database, config.refresh_token_reuse_interval);

  const granted = async (grant: Grant | Response, request: Request, method?: string): Promise<Response> =>
    grant instanceof Response ? grant : answer(await sessions.tokens(grant, request, method));
  const byLite = async ({ var: { forLite } }: Context<AuthEnv>, method?: string): Promise<Response> =>
    sessions.finish(await lite(forLite), forLite, method);

  async function passwordLogin(request: Request, { email, password }: Body): Promise<Response> {
    const wait = email && (await rateLimit.attempt("password", email, request));
    if (wait) return wait;
    return rateLimit.whileHashing(request, async () => {
      const grant = await logIn(email, password);
      if (email && !(grant instanceof Response)) rateLimit.attemptSucceeded("password", email, request);
      return granted(grant, request, "password");
    });
  }

  async function sendMail(request: Request, path: string, { email, type }: Body): Promise<Response> {
    if (!email || !isEmailAddress(email)) return invalidAddress();
    const wait = rateLimit.email(path, email, request);
    if (wait) return wait;
    if (path !== "/resend") return oneTimeMails.logIn(email, path === "/recover" ? "recovery" : "magic_link");
    if (type !== "signup" && type !== "email_change")
      return rejection(400, "validation_failed", "Missing one of these types: signup, email_change");
    return oneTimeMails.resend(email, type);
  }

  const routes = new Hono<AuthEnv>();
  routes.onError((error) => {
    const rejected = rejectedByDatabase(error);
    if (rejected) return rejected;
    throw error;
  });
  routes.options("*", ({ req }) => lite(req.raw));
  // Tokens are signed with a shared secret, which is no public key.
  routes.get("/.well-known/jwks.json", () => jsonResponse(200, { keys: [] }, { "cache-control": publicKeysCaching }));

  for (const path of ["/verify", "/callback", "/authorize"])
    routes.use(path, async ({ req }, next) =>
      // A mail program's preview of a link must not use it up.
      req.method === "HEAD" ? rejection(405, "not_found", "Method not allowed") : next(),
    );
  routes.use(async (context, next) => {
    const url = new URL(context.req.url);
    normalizeRedirect(url);
    const invitation = url.searchParams.get("invite_token");
    if (invitation !== null) url.searchParams.set("invite_token", tokens.verify(invitation) ?? "");
    context.set("url", url);
    const tooMany = rateLimit.call(url.pathname.slice(pathOf("auth").length), url, context.req.raw);
    return tooMany ?? mails.withRedirect(url.searchParams.get("redirect_to"), () => next());
  });
  for (const path of ["/user/*", "/logout/*", "/reauthenticate/*", "/factors/*"])
    routes.use(path, async ({ req }, next) => {
      // lite checks the signature but not the role of a token.
      const bearer = bearerOf(req.raw.headers);
      const checked = checkToken(bearer ?? "", keys.jwtSecret);
      return !checked.ok && bearer?.includes(".")
        ? rejection(403, "bad_jwt", `invalid JWT: ${checked.reason}`)
        : next();
    });
  routes.use(async (context, next) => {
    const { raw } = context.req;
    const { url } = context.var;
    // An OAuth provider posts a form to /callback; other bodies are JSON.
    const json = isWrite(raw) && url.pathname !== `${pathOf("auth")}/callback`;
    const body = json ? await readBody(raw) : {};
    if (body instanceof Response) return body;
    context.set("body", body);
    context.set("forLite", json ? withJson(raw, body, url) : new Request(url, raw));
    return next();
  });

  routes.route("/factors", createFactorRoutes(options, sessions, rateLimit));
  routes.route("/", createAdminRoutes(options, sessions));
  routes.get("/verify", ({ req, var: { url } }) => verify.link(req.raw, url));
  routes.post("/verify", ({ var: { forLite, body } }) => verify.code(forLite, body));
  routes.all("/verify", () => rejection(405, "not_found", "Method not allowed"));
  routes.all("/callback", (context) => byLite(context, "oauth"));
  routes.post("/reauthenticate", ({ var: { forLite, body } }) => accounts.reauthenticate(forLite, body));
  routes.all("/reauthenticate", () => rejection(404, "not_found", "Not found"));
  routes.put("/user", ({ var: { forLite, body } }) => accounts.changeOwn(forLite, body));
  routes.post("/token", async (context) => {
    const { url, forLite, body } = context.var;
    const type = url.searchParams.get("grant_type");
    if (type === "password") return passwordLogin(forLite, body);
    if (type === "refresh_token") return granted(await refresh(body.refresh_token), forLite);
    return byLite(context, type === "pkce" ? "oauth" : undefined);
  });
  routes.post("/signup", async ({ var: { forLite, body } }) => {
    if (body.email !== undefined && !isEmailAddress(body.email)) return invalidAddress();
    // Its e-mail counts against the later requests of the same address.
    const wait = config.email.enable_confirmations && body.email && rateLimit.email("/resend", body.email, forLite);
    return wait || accounts.signUp(forLite, body);
  });
  for (const path of ["/recover", "/resend", "/otp", "/magiclink"])
    routes.post(path, ({ var: { forLite, body } }) => sendMail(forLite, path, body));
  routes.all("*", (context) => byLite(context));
  return routes;
}
