// Signs up new accounts (/signup) and changes existing ones (PUT /user): checks the password rules,
// which the database cannot (it sees only hashes), limits how often a caller learns that an address
// is taken, and starts changes of an address.
import { randomUUID } from "node:crypto";
import type { AuthConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import { databaseErrorOf } from "../rest/errors.ts";
import { type Body, looksLikeEmail, withBody } from "./auth-input.ts";
import type { AuthRateLimit } from "./auth-rate-limit.ts";
import { answer, emailTaken, refusal } from "./auth-responses.ts";
import type { Confirmation } from "./confirmation.ts";
import type { EmailChange } from "./email-change.ts";
import type { Caller, Sessions } from "./sessions.ts";

interface AccountsOptions {
  database: Database;
  lite: (request: Request) => Promise<Response>;
  sessions: Sessions;
  rateLimit: AuthRateLimit;
  config: AuthConfig;
  change: EmailChange;
  /** Undefined: people confirm their address before they may sign in, or never. */
  confirmation: Confirmation | undefined;
}

export interface Accounts {
  signUp(request: Request, body: Body): Promise<Response>;
  changeOwn(request: Request, body: Body): Promise<Response>;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { database, lite, sessions, rateLimit, config, change, confirmation } = options;
  const exists = async (email: string): Promise<boolean> =>
    (await database.query("select 1 from auth.users where email = $1", [email])).length > 0;

  /** Checks the password rules of the admin's settings; without any, the length in config.toml. */
  async function weakness(password: string | undefined): Promise<Response | undefined> {
    if (!password) return undefined;
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

  /**
   * GoTrue's answer for a taken address where addresses are confirmed: a user without identities.
   */
  function existingAccountResponse(email: string, data: unknown): Response {
    const now = new Date().toISOString();
    return answer({
      id: randomUUID(),
      aud: "authenticated",
      role: "",
      email,
      phone: "",
      confirmation_sent_at: now,
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: data ?? {},
      identities: [],
      created_at: now,
      updated_at: now,
      is_anonymous: false,
    });
  }

  async function needsSecondFactor(caller: Caller): Promise<boolean> {
    if (caller.aal !== "aal1") return false;
    const verified = "select 1 from auth.mfa_factors where user_id = $1 and status = 'verified'";
    return (await database.query(verified, [caller.userId])).length > 0;
  }

  /** May this address become the caller's? */
  async function refusedAddress(request: Request, current: string, next: string): Promise<Response | undefined> {
    if (!looksLikeEmail(next))
      return refusal(400, "validation_failed", "Unable to validate email address: invalid format");
    const wait =
      rateLimit.disclosure(request) ??
      rateLimit.email("/user", next, request) ??
      rateLimit.email("/user", current, request);
    if (wait) return wait;
    if (!(await exists(next))) return undefined;
    rateLimit.countDisclosure(request);
    return emailTaken();
  }

  return {
    async signUp(request, body) {
      const refused = rateLimit.disclosure(request) ?? (await weakness(body.password));
      if (refused) return refused;
      if (config.email.enable_confirmations && body.email && (await exists(body.email))) {
        rateLimit.countDisclosure(request);
        return existingAccountResponse(body.email, body.data);
      }
      const made = await rateLimit.whileHashing(request, () => lite(request));
      if (made.headers.get("x-sb-error-code") === "user_already_exists") rateLimit.countDisclosure(request);
      const unconfirmed =
        confirmation && body.email && made.ok ? await confirmation.ask(made, body.email, request) : made;
      return sessions.finish(unconfirmed, request, "password");
    },

    async changeOwn(request, body) {
      const caller = await sessions.callerOf(request);
      if (!caller) return sessions.finish(await lite(request), request);
      const { email: wanted, ...rest } = body;
      if ((body.password !== undefined || wanted !== undefined) && (await needsSecondFactor(caller)))
        return refusal(
          401,
          "insufficient_aal",
          "AAL2 session is required to update email or password when MFA is enabled.",
        );
      const [user] = await database.query<{ email: string }>(
        "select coalesce(email, '') as email from auth.users where id = $1",
        [caller.userId],
      );
      const current = user?.email ?? "";
      const next = wanted && wanted !== current ? wanted : undefined;
      const refused = (await weakness(body.password)) ?? (next && (await refusedAddress(request, current, next)));
      if (refused) return refused;
      const plain = (json: object): Request => withBody(request, request.url, json);
      const changed = await lite(plain(rest));
      if (!changed.ok) return sessions.finish(changed, request);
      if (body.password !== undefined) {
        // Signs out everybody who used the old password.
        await database.query("delete from auth.sessions where user_id = $1 and id <> $2", [
          caller.userId,
          caller.sessionId,
        ]);
      }
      if (next === undefined) return sessions.finish(changed, request);
      await change.begin(caller.userId, current, next);
      return sessions.finish(await lite(plain({})), request);
    },
  };
}
