// /signup and PUT /user. Checks the password rules: the database sees only hashes.
import { randomUUID } from "node:crypto";
import { isEmailAddress } from "../../../sync/inputs/email-address.ts";
import { hasAllKinds, isCommonPassword, isTooLong, PASSWORD_MAX_BYTES } from "../../../sync/inputs/password.ts";
import { databaseErrorOf } from "../common/database-errors.ts";
import { withJson } from "../common/json-request.ts";
import type { Database } from "../database/database.ts";
import type { Body } from "./auth-input.ts";
import type { AuthOptions } from "./auth-options.ts";
import type { AuthRateLimit } from "./auth-rate-limit.ts";
import { answer, emailTaken, invalidAddress, proofNeeded, rejection } from "./auth-responses.ts";
import type { AskToConfirm } from "./confirmation.ts";
import type { EmailChange } from "./email-change.ts";
import { matchesHash } from "./password-hash.ts";
import type { Caller, Sessions } from "./sessions.ts";

interface AccountsOptions extends AuthOptions {
  sessions: Sessions;
  rateLimit: AuthRateLimit;
  change: EmailChange;
  /** Undefined when sign-in requires confirmation, or confirmation is off. */
  askToConfirm: AskToConfirm | undefined;
}

export async function accountOf(database: Database, email: string) {
  const [account] = await database.query<{ id: string; confirmed: boolean }>(
    "select id, email_confirmed_at is not null as confirmed from auth.users where email = $1",
    [email],
  );
  return account;
}

export function createAccounts(options: AccountsOptions) {
  const { database, lite, sessions, rateLimit, config, change, askToConfirm } = options;

  /** Checks the password rules of the admins' settings, else the length in config.toml. */
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
    const words = {
      length: `Password should be at least ${least} characters.`,
      too_long: `Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes.`,
      common: "Password is known to be weak and easy to guess, please choose a different one.",
      characters: "Password should contain at least one character of each: lower case, upper case, digit, symbol.",
    };
    const reasons: (keyof typeof words)[] = [];
    if ([...password].length < least) reasons.push("length");
    if (isTooLong(password)) reasons.push("too_long");
    if (isCommonPassword(password)) reasons.push("common");
    if (row?.mixed && !hasAllKinds(password)) reasons.push("characters");
    if (reasons.length === 0) return undefined;
    const told = reasons.map((reason) => words[reason]).join(" ");
    return rejection(422, "weak_password", told, { weak_password: { reasons } });
  }

  /** GoTrue's answer for a taken address: a user without identities. */
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

  /**
   * Did this session begin with an expired password within the last hour? That login asked for the
   * password. An older session may have begun before the admin set an expiry, so it proves nothing.
   */
  async function hasExpired({ userId, sessionId }: Caller): Promise<boolean> {
    const rows = await database
      .query(
        `select 1 from public.settings e join private.password_dates d on d.user_id = $1 join auth.sessions s on s.id = $2
         where e.section = 'security' and e.saved_at is not null and not jsonb_exists(e.display_only, 'password_expiry_days')
           and (e."values" ->> 'password_expiry_days')::int > 0
           and s.created_at > d.changed_at + make_interval(days => (e."values" ->> 'password_expiry_days')::int)
           and s.created_at > now() - interval '1 hour'`,
        [userId, sessionId],
      )
      .catch((error: unknown) => {
        if (["3F000", "42P01"].includes(databaseErrorOf(error)?.code ?? "")) return [];
        throw error;
      });
    return rows.length > 0;
  }

  interface Login {
    email: string;
    /** Its hash; null for an account that signs in with Google or GitHub only. */
    password: string | null;
    /** The session used an e-mail link within the last hour. */
    link: boolean;
    recent: boolean;
  }
  const loginOf = async ({ userId, sessionId }: Caller): Promise<Login | undefined> =>
    (
      await database.query<Login>(
        `select coalesce(u.email, '') as email, nullif(u.encrypted_password, '') as password, s.created_at > now() - interval '1 hour' as recent,
           exists (select 1 from auth.mfa_amr_claims m where m.session_id = s.id and m.authentication_method = 'otp'
             and m.updated_at > now() - interval '1 hour') as link
         from auth.users u join auth.sessions s on s.user_id = u.id where u.id = $1 and s.id = $2`,
        [userId, sessionId],
      )
    )[0];

  async function rejectedPassword(
    request: Request,
    { email, password }: Login,
    current: string | undefined,
  ): Promise<Response | undefined> {
    if (password === null) return proofNeeded();
    const wrong = (): Response =>
      rejection(400, "current_password_invalid", "The current password is missing or wrong.");
    if (current === undefined || (await rateLimit.attempt("password", email, request))) return wrong();
    if (!(await matchesHash(current, password))) return wrong();
    rateLimit.attemptSucceeded("password", email, request);
    return undefined;
  }

  /**
   * Requires the current password for a new password or address, so that an unlocked phone or a
   * stolen token cannot take over the account. An address that was never confirmed is not asked to
   * confirm the change, so nothing else protects it. Exceptions: the hour after an e-mail link,
   * which replaces a forgotten or expired password, and, in an account without a password, the hour
   * after a login.
   */
  async function rejectUnproven(
    request: Request,
    caller: Caller,
    current: string | undefined,
  ): Promise<Response | undefined> {
    const login = await loginOf(caller);
    if (!login || login.link || (login.password === null && login.recent) || (await hasExpired(caller)))
      return undefined;
    return rejectedPassword(request, login, current);
  }

  async function rejectedAddress(request: Request, current: string, next: string): Promise<Response | undefined> {
    if (!isEmailAddress(next)) return invalidAddress();
    const wait =
      rateLimit.disclosure(request) ??
      rateLimit.email("/user", next, request) ??
      rateLimit.email("/user", current, request);
    if (wait) return wait;
    if (!(await accountOf(database, next))) return undefined;
    rateLimit.countDisclosure(request);
    return emailTaken();
  }

  return {
    async signUp(request: Request, body: Body): Promise<Response> {
      const rejected = rateLimit.disclosure(request) ?? (await weakness(body.password));
      if (rejected) return rejected;
      if (config.email.enable_confirmations && body.email && (await accountOf(database, body.email))) {
        rateLimit.countDisclosure(request);
        return existingAccountResponse(body.email, body.data);
      }
      const made = await rateLimit.whileHashing(request, () => lite(request));
      if (made.headers.get("x-sb-error-code") === "user_already_exists") rateLimit.countDisclosure(request);
      const unconfirmed = askToConfirm && body.email && made.ok ? await askToConfirm(made, body.email, request) : made;
      return sessions.finish(unconfirmed, request, "password");
    },

    async reauthenticate(request: Request, { password }: Body): Promise<Response> {
      const caller = await sessions.callerOf(request);
      const login = caller && (await loginOf(caller));
      if (!login) return rejection(401, "bad_jwt", "This endpoint requires a valid Bearer token");
      const rejected = await rejectedPassword(request, login, password);
      if (rejected) return rejected;
      await sessions.prove(database, caller.sessionId, "password");
      return answer({});
    },

    async changeOwn(request: Request, body: Body): Promise<Response> {
      const caller = await sessions.callerOf(request);
      if (!caller) return sessions.finish(await lite(request), request);
      const { email: wanted, ...rest } = body;
      if ((body.password !== undefined || wanted !== undefined) && (await needsSecondFactor(caller)))
        return rejection(
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
      const weak = await weakness(body.password);
      if (weak) return weak;
      const changesLogin = body.password !== undefined || next !== undefined;
      const unproven = changesLogin && (await rejectUnproven(request, caller, body.current_password));
      if (unproven) return unproven;
      const rejected = next && (await rejectedAddress(request, current, next));
      if (rejected) return rejected;
      delete rest.current_password;
      const plain = (json: object): Request => withJson(request, json);
      const changed = await lite(plain(rest));
      if (!changed.ok) return sessions.finish(changed, request);
      if (body.password !== undefined) {
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
