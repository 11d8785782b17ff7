// /auth/v1: lite's auth service and, around it, what GoTrue does and lite does not: second factors, the admin's calls, e-mails that lead back
// to the page that asked, limits, the end of other sessions when a password changes. Holds no product rule but the password rules of the
// settings, which no database can check (it sees hashes only).
import * as v from "valibot";
import type { AuthConfig } from "../config.ts";
import type { Database } from "../database.ts";
import { databaseErrorOf } from "../errors.ts";
import type { Limits } from "../limits.ts";
import { checkToken, type Keys } from "../token.ts";
import { createAdmin } from "./admin.ts";
import { refusal, tooMany } from "./answers.ts";
import { createFactors } from "./factors.ts";
import { createGate } from "./gate.ts";
import type { AuthMails } from "./mails.ts";
import { createSessions } from "./sessions.ts";

export interface AuthLayerOptions {
  database: Database;
  lite: (request: Request) => Promise<Response>;
  keys: Keys;
  config: AuthConfig;
  mails: AuthMails;
  limits: Limits;
  /** Count per address of the network as well. A test signs up a hundred people from one. */
  limitAddresses: boolean;
  siteUrl: string;
  accessTokenSeconds: number;
}

const bodySchema = v.looseObject({
  email: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase())),
  password: v.optional(v.string()),
  type: v.optional(v.string()),
  refresh_token: v.optional(v.string()),
});

export interface AuthLayer {
  serve(request: Request): Promise<Response>;
}

/** How a session begins that this call answers with, in GoTrue's words for `amr`. Undefined: it began before. */
function methodOf(path: string, url: URL): string | undefined {
  if (path === "/signup") return "password";
  if (path === "/verify") return "otp";
  if (path === "/callback") return "oauth";
  if (path !== "/token") return undefined;
  const grant = url.searchParams.get("grant_type");
  return grant === "password" ? "password" : grant === "pkce" ? "oauth" : undefined;
}

/**
 * Where a link shall lead, as a browser will read it. lite compares the text: of `https://evil.test\\@this-app/` it sees the host behind the
 * "@", a browser the one before the "\\", and the session would go there.
 */
function plainTarget(url: URL): void {
  const wanted = url.searchParams.get("redirect_to");
  if (wanted === null) return;
  const parsed = URL.canParse(wanted) ? new URL(wanted) : undefined;
  const web = parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password;
  if (web) url.searchParams.set("redirect_to", parsed.href);
  else url.searchParams.delete("redirect_to");
}

export function createAuthLayer(options: AuthLayerOptions): AuthLayer {
  const { database, lite, keys, config, mails, limits, siteUrl } = options;
  const issuer = `${siteUrl}/auth/v1`;
  const sessions = createSessions({ database, keys, issuer, accessTokenSeconds: options.accessTokenSeconds });
  const admin = createAdmin(database, mails, sessions);
  const gate = createGate(limits, config, options.limitAddresses);
  const factors = createFactors({
    database,
    sessions,
    limits,
    config,
    issuer: "Betaflock",
    userOf: async (request) => {
      const headers = new Headers(request.headers);
      for (const name of ["content-length", "content-type"]) headers.delete(name);
      const asked = await lite(new Request(new URL("/auth/v1/user", request.url), { headers }));
      return (await sessions.finish(asked, undefined)).json();
    },
  });

  /** The rules that an admin set (System Settings, Security). Before the first save, config.toml's length alone. */
  async function weakness(password: string): Promise<Response | undefined> {
    const [row] = await database
      .query<{ least: number | null; mixed: boolean | null }>(
        `select (private.setting('security', 'min_password_length'))::text::int as least,
           (private.setting('security', 'password_complexity'))::text::boolean as mixed`,
      )
      .catch((error: unknown) => {
        // A project without this product's settings (the backend's own tests).
        if (["3F000", "42883"].includes(databaseErrorOf(error)?.code ?? "")) return [];
        throw error;
      });
    const least = Math.max(row?.least ?? 0, config.minimum_password_length);
    const reasons: string[] = [];
    if ([...password].length < least) reasons.push("length");
    const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];
    if (row?.mixed && !kinds.every((kind) => kind.test(password))) reasons.push("characters");
    if (reasons.length === 0) return undefined;
    const words = reasons.map((reason) =>
      reason === "length"
        ? `Password should be at least ${least} characters.`
        : "Password should contain at least one character of each: lower case, upper case, digit, symbol.",
    );
    return refusal(422, "weak_password", words.join(" "), { weak_password: { reasons } });
  }

  async function changeOwn(request: Request, body: v.InferOutput<typeof bodySchema>): Promise<Response> {
    const caller = await sessions.callerOf(request);
    if (caller && (body.password !== undefined || body.email !== undefined) && caller.aal === "aal1") {
      const known = await database.query("select 1 from auth.mfa_factors where user_id = $1 and status = 'verified'", [
        caller.userId,
      ]);
      if (known.length > 0)
        return refusal(
          401,
          "insufficient_aal",
          "AAL2 session is required to update email or password when MFA is enabled.",
        );
    }
    const changed = await lite(request);
    if (changed.ok && caller && body.password !== undefined) {
      // Whoever knew the old password is out.
      await database.query("delete from auth.sessions where user_id = $1 and id <> $2", [
        caller.userId,
        caller.sessionId,
      ]);
    }
    return sessions.finish(changed, undefined);
  }

  /** lite answers every second call for a confirmation with "too often", whenever it comes. */
  async function resendConfirmation(email: string): Promise<Response> {
    const [user] = await database.query<{ id: string; recent: boolean }>(
      `select id, coalesce(confirmation_sent_at > now() - make_interval(secs => $2), false) as recent from auth.users
       where email = $1 and email_confirmed_at is null`,
      [email, config.email.max_frequency],
    );
    if (user?.recent) return tooMany(config.email.max_frequency, "over_email_send_rate_limit");
    if (user) {
      const token = await mails.sendLink("confirmation", email);
      await database.query(
        "update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1",
        [user.id, token],
      );
    }
    // The same for an address that nobody has: this call tells nobody who is here.
    return new Response("{}", { headers: { "content-type": "application/json" } });
  }

  /** An invitation is followed as a confirmation is: lite knows no other kind, the page that it leads to does. */
  async function followInvitation(request: Request, url: URL): Promise<Response> {
    const asked = new URL(url);
    asked.searchParams.set("type", "signup");
    const response = await sessions.finish(await lite(new Request(asked, { headers: request.headers })), "otp");
    const location = response.headers.get("location");
    if (!location) return response;
    const headers = new Headers(response.headers);
    headers.set("location", location.replace(/([#&])type=signup(&|$)/, "$1type=invite$2"));
    return new Response(null, { status: response.status, headers });
  }

  async function route(request: Request, url: URL, path: string): Promise<Response> {
    if (/^\/(user|logout|reauthenticate|factors)/.test(path)) {
      // lite looks at the signature and not at the role that a token names.
      const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
      const checked = checkToken(token, keys.jwtSecret);
      if (!checked.ok && token.includes(".")) return refusal(403, "bad_jwt", `invalid JWT: ${checked.reason}`);
    }
    if (path.startsWith("/factors")) return factors.serve(request, path);
    if (path.startsWith("/admin/") || path === "/invite") {
      const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
      const service = request.headers.get("apikey") === keys.serviceKey && (!bearer || bearer === keys.serviceKey);
      return service ? admin.serve(request, path) : refusal(403, "not_admin", "User not allowed");
    }
    if (path === "/verify" && request.method === "GET" && url.searchParams.get("type") === "invite")
      return followInvitation(request, url);
    if (request.method !== "POST" && request.method !== "PUT")
      return sessions.finish(await lite(request), methodOf(path, url));

    const text = await request.text();
    const again = new Request(request, { body: text });
    let json: unknown;
    try {
      json = text === "" ? {} : JSON.parse(text);
    } catch {
      return lite(again);
    }
    const parsed = v.safeParse(bodySchema, json);
    // lite would look for an object in the database, and call its own failure a fault of the server.
    if (!parsed.success) return refusal(400, "validation_failed", "A field is not of the right type");
    const body = parsed.output;
    const wait = gate.askedFor(path, url, request, body.email);
    if (wait) return wait;
    if ((path === "/signup" || (path === "/user" && request.method === "PUT")) && body.password) {
      const weak = await weakness(body.password);
      if (weak) return weak;
    }
    if (path === "/user" && request.method === "PUT") return changeOwn(again, body);
    if (path === "/resend" && body.type === "signup" && body.email) return resendConfirmation(body.email);
    const response = await gate.hashing(path, url, () => lite(again));
    if (response.ok) gate.wentWell(path, url, request, body.email);
    return sessions.finish(response, methodOf(path, url));
  }

  return {
    async serve(request) {
      if (request.method === "OPTIONS") return lite(request);
      const url = new URL(request.url);
      plainTarget(url);
      const path = url.pathname.slice("/auth/v1".length);
      const wait = gate.asked(path, url, request);
      if (wait) return wait;
      const plain = url.href === request.url ? request : new Request(url, request);
      return mails.leadingTo(url.searchParams.get("redirect_to"), () => route(plain, url, path));
    },
  };
}
