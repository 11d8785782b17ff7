// Second factors as in GoTrue, with time-based codes (TOTP). Unlike GoTrue, adds and removes them
// only after a recent proof of identity: a stolen session must not lock the owner out.
import { Hono } from "hono";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { v4 as makeId } from "uuid";
import * as v from "valibot";
import type { Session } from "../database/database.ts";
import type { AuthEnv } from "./auth-input.ts";
import type { AuthOptions } from "./auth-options.ts";
import type { AuthRateLimit } from "./auth-rate-limit.ts";
import { answer, proofNeeded, rejection } from "./auth-responses.ts";
import type { Caller, Grant, Sessions } from "./sessions.ts";

const challengeSeconds = 300;
const openChallenges = 10;

const enrolSchema = v.object({
  factor_type: v.literal("totp"),
  friendly_name: v.optional(v.pipe(v.string(), v.maxLength(120)), ""),
  issuer: v.optional(v.pipe(v.string(), v.maxLength(120))),
});
const verifySchema = v.object({
  challenge_id: v.pipe(v.string(), v.uuid()),
  code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
});

interface Factor {
  id: string;
  status: "verified" | "unverified";
  secret: string;
}

const totpOf = (secret: string, label = "", issuer = ""): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, algorithm: "SHA1", digits: 6, period: 30 });

interface FactorEnv {
  Variables: AuthEnv["Variables"] & { caller: Caller };
}

export function createFactorRoutes(
  { database, config }: AuthOptions,
  sessions: Sessions,
  rateLimit: AuthRateLimit,
): Hono<FactorEnv> {
  const notFound = (): Response => rejection(404, "mfa_factor_not_found", "Factor not found");

  const find = async (session: Pick<Session, "query">, caller: Caller, id: string): Promise<Factor | undefined> =>
    (
      await session.query<Factor>("select id, status, secret from auth.mfa_factors where id = $1 and user_id = $2", [
        id,
        caller.userId,
      ])
    )[0];

  async function enrol(caller: Caller, body: unknown): Promise<Response> {
    if (!config.mfa.totp.enroll_enabled)
      return rejection(422, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
    const parsed = v.safeParse(enrolSchema, body);
    if (!parsed.success) return rejection(400, "validation_failed", "factor_type needs to be totp");
    if (!(await sessions.isProven(caller.sessionId))) return proofNeeded();
    const { friendly_name, issuer = "Betaflock" } = parsed.output;
    const secret = new Secret({ size: 20 }).base32;
    const id = makeId();
    const rejected = await database.transaction(async (session): Promise<Response | string> => {
      // Locked: two tabs that enrol in parallel would both pass the limit.
      const [user] = await session.query<{ email: string }>("select email from auth.users where id = $1 for update", [
        caller.userId,
      ]);
      const known = await session.query<{ status: string; friendly_name: string }>(
        "select status, friendly_name from auth.mfa_factors where user_id = $1",
        [caller.userId],
      );
      const verified = known.filter((factor) => factor.status === "verified");
      if (verified.length > 0 && caller.aal !== "aal2")
        return rejection(403, "insufficient_aal", "AAL2 required to enroll a new factor");
      if (verified.length >= config.mfa.max_enrolled_factors)
        return rejection(
          422,
          "too_many_enrolled_mfa_factors",
          "Maximum number of verified factors reached, unenroll to continue",
        );
      if (friendly_name && verified.some((factor) => factor.friendly_name === friendly_name))
        return rejection(
          422,
          "mfa_factor_name_conflict",
          `A factor with the friendly name "${friendly_name}" for this user already exists`,
        );
      // Deletes an unfinished enrolment (a reload of the QR code page), whose secret was shown.
      await session.query("delete from auth.mfa_factors where user_id = $1 and status = 'unverified'", [caller.userId]);
      await session.query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret) values ($1, $2, $3, 'totp', 'unverified', $4)`,
        [id, caller.userId, friendly_name, secret],
      );
      return user?.email ?? "";
    });
    if (rejected instanceof Response) return rejected;
    const uri = totpOf(secret, rejected, issuer).toString();
    // supabase-js appends this to "data:image/svg+xml;utf-8," unescaped: a "#" would end the URL.
    const picture = renderSVG(uri, { border: 2, blackColor: "black", whiteColor: "white" });
    return answer({ id, type: "totp", friendly_name, totp: { qr_code: picture, secret, uri } });
  }

  async function challenge(caller: Caller, id: string): Promise<Response> {
    if (!config.mfa.totp.verify_enabled)
      return rejection(422, "mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP");
    if (!(await find(database, caller, id))) return notFound();
    const challengeId = makeId();
    await database.query("delete from auth.mfa_challenges where created_at < now() - interval '1 hour'");
    await database.query("insert into auth.mfa_challenges (id, factor_id) values ($1, $2)", [challengeId, id]);
    await database.query(
      `delete from auth.mfa_challenges where id in (
         select c.id from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
         where f.user_id = $1 order by c.created_at desc offset $2)`,
      [caller.userId, openChallenges],
    );
    const expires = Math.floor(Date.now() / 1000) + challengeSeconds;
    return answer({ id: challengeId, type: "totp", expires_at: expires });
  }

  async function verify(request: Request, caller: Caller, id: string, body: unknown): Promise<Response> {
    const parsed = v.safeParse(verifySchema, body);
    if (!parsed.success) return rejection(422, "mfa_verification_failed", "Invalid TOTP code entered");
    // Counted by account, so that ten factors do not allow ten times the attempts. A caller cannot
    // find, and use up attempts of, another account's factors.
    const [owner] = await database.query<{ email: string }>(
      "select u.email from auth.mfa_factors f join auth.users u on u.id = f.user_id where f.id = $1 and u.id = $2",
      [id, caller.userId],
    );
    if (!owner) return notFound();
    const wait = await rateLimit.attempt("factor", owner.email, request);
    if (wait) return wait;
    const outcome = await database.transaction(async (session): Promise<Response | Grant> => {
      const factor = await find(session, caller, id);
      if (!factor) return notFound();
      const [open] = await session.query(
        `select 1 from auth.mfa_challenges where id = $1 and factor_id = $2 and verified_at is null
           and created_at > now() - make_interval(secs => $3)`,
        [parsed.output.challenge_id, id, challengeSeconds],
      );
      if (!open)
        return rejection(
          422,
          "mfa_challenge_expired",
          `MFA challenge ${parsed.output.challenge_id} has expired, verify against another challenge or create a new challenge.`,
        );
      const totp = totpOf(factor.secret);
      const delta = totp.validate({ token: parsed.output.code, window: 1 });
      // One statement: only one of two parallel requests with the same code finds the step unused.
      const [used] =
        delta === null
          ? []
          : await session.query(
              "update auth.mfa_factors set last_step = $2, status = 'verified', updated_at = now() where id = $1 and coalesce(last_step, -1) < $2 returning id",
              [id, totp.counter() + delta],
            );
      if (!used) return rejection(422, "mfa_verification_failed", "Invalid TOTP code entered");
      await session.query("update auth.mfa_challenges set verified_at = now() where id = $1", [
        parsed.output.challenge_id,
      ]);
      if (factor.status === "unverified") {
        // A password alone no longer suffices: ends other sessions that began with one.
        await session.query(
          "delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') = 'aal1'",
          [caller.userId, caller.sessionId],
        );
        await session.query("delete from auth.mfa_factors where user_id = $1 and status = 'unverified'", [
          caller.userId,
        ]);
      }
      return sessions.upgradeToAal2(session, caller, id);
    });
    if (outcome instanceof Response) return outcome;
    rateLimit.attemptSucceeded("factor", owner.email, request);
    return answer(await sessions.tokens(outcome, request));
  }

  async function remove(caller: Caller, id: string): Promise<Response> {
    const factor = await find(database, caller, id);
    if (!factor) return notFound();
    if (factor.status === "verified" && caller.aal !== "aal2")
      return rejection(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    if (factor.status === "verified" && !(await sessions.isProven(caller.sessionId))) return proofNeeded();
    await database.transaction(async (session) => {
      await session.query("delete from auth.mfa_factors where id = $1", [id]);
      await session.query("update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1", [id]);
    });
    return answer({ id });
  }

  const routes = new Hono<FactorEnv>();
  routes.use(async (context, next) => {
    const caller = await sessions.callerOf(context.req.raw);
    if (!caller) return rejection(401, "bad_jwt", "This endpoint requires a valid Bearer token");
    context.set("caller", caller);
    return next();
  });
  const factor = "/:id{[0-9a-f-]{36}}";
  routes.post("/", ({ var: { caller, body } }) => enrol(caller, body));
  routes.delete(factor, ({ req, var: { caller } }) => remove(caller, req.param("id")));
  routes.post(`${factor}/challenge`, ({ req, var: { caller } }) => challenge(caller, req.param("id")));
  routes.post(`${factor}/verify`, ({ req, var: { caller, body } }) => verify(req.raw, caller, req.param("id"), body));
  routes.all("*", () => rejection(404, "not_found", "Not found"));
  return routes;
}
