// Adds sign-in method (amr), assurance level (aal) and second factors to lite's answers. Issues the
// tokens of sessions that begin or are upgraded outside of lite.
import { v7 as makeId } from "uuid";
import * as v from "valibot";
import { pathOf } from "../common/area.ts";
import { bearerOf, checkToken, signToken } from "../common/token.ts";
import type { Session } from "../database/database.ts";
import type { AuthOptions } from "./auth-options.ts";
import { type KnownNetworks, networkOf } from "./networks.ts";

export interface Caller {
  userId: string;
  sessionId: string;
  aal: "aal1" | "aal2";
}

const factorsOf = `
select coalesce(json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
  'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at), '[]')::text as factors
from auth.mfa_factors f where f.user_id = $1`;

const sessionOf = `
select coalesce(s.aal, 'aal1') as aal, coalesce(u.phone, '') as phone, u.raw_app_meta_data::text as app, u.raw_user_meta_data::text as own,
  (select coalesce(json_agg(json_build_object('method', m.authentication_method, 'timestamp', extract(epoch from m.updated_at)::bigint)
    order by m.updated_at desc), '[]')::text from auth.mfa_amr_claims m where m.session_id = s.id) as amr
from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`;

const claimsSchema = v.looseObject({
  sub: v.pipe(v.string(), v.uuid()),
  session_id: v.pipe(v.string(), v.uuid()),
  exp: v.number(),
});
const tokensSchema = v.looseObject({ access_token: v.string(), user: v.optional(v.looseObject({ id: v.string() })) });
const userSchema = v.looseObject({ id: v.string(), aud: v.string() });

const proofMinutes = 10;

export interface Grant {
  caller: Caller;
  refreshToken: string;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(
  { database, lite, keys, siteUrl, accessTokenSeconds }: AuthOptions,
  known: KnownNetworks,
) {
  const factors = async (userId: string): Promise<unknown[]> => {
    const [row] = await database.query<{ factors: string }>(factorsOf, [userId]);
    return v.parse(v.array(v.unknown()), JSON.parse(row?.factors ?? "[]"));
  };

  async function withSessionClaims(token: string, request: Request, method: string | undefined): Promise<string> {
    const checked = checkToken(token, keys.jwtSecret);
    const claims = checked.ok ? v.safeParse(claimsSchema, checked.claims) : undefined;
    if (!claims?.success) return token;
    if (method) await prove(database, claims.output.session_id, method);
    const [row] = await database.query<{
      aal: string;
      phone: string;
      app: string | null;
      own: string | null;
      amr: string;
    }>(sessionOf, [claims.output.session_id]);
    if (!row) return token;
    await known.remember(claims.output.session_id, networkOf(request));
    // As in GoTrue: identifies the session to the person (list_own_sessions).
    await database.query("update auth.sessions set user_agent = $2 where id = $1 and user_agent is distinct from $2", [
      claims.output.session_id,
      request.headers.get("user-agent")?.slice(0, 400) ?? null,
    ]);
    return signToken(
      {
        ...claims.output,
        iss: `${siteUrl}${pathOf("auth")}`,
        phone: row.phone,
        aal: row.aal,
        amr: JSON.parse(row.amr),
        app_metadata: JSON.parse(row.app ?? "{}"),
        user_metadata: JSON.parse(row.own ?? "{}"),
        is_anonymous: false,
      },
      keys.jwtSecret,
    );
  }

  /** Completes a session in a redirect's fragment (e-mail link or OAuth). */
  async function redirected(response: Response, request: Request, method: string | undefined): Promise<Response> {
    const location = response.headers.get("location") ?? "";
    const at = location.indexOf("#");
    const fragment = new URLSearchParams(at < 0 ? "" : location.slice(at + 1));
    const token = fragment.get("access_token");
    if (!token) return response;
    fragment.set("access_token", await withSessionClaims(token, request, method));
    const headers = new Headers(response.headers);
    headers.set("location", `${location.slice(0, at)}#${fragment}`);
    return new Response(null, { status: response.status, headers });
  }

  return {
    factors,
    prove,

    /** Has the person given a password, a code or a link within the last ten minutes? */
    async isProven(sessionId: string): Promise<boolean> {
      const proofs = await database.query(
        `select 1 from auth.mfa_amr_claims where session_id = $1 and updated_at > now() - make_interval(mins => $2)`,
        [sessionId, proofMinutes],
      );
      return proofs.length > 0;
    },

    async callerOf(request: Request): Promise<Caller | undefined> {
      const bearer = bearerOf(request.headers);
      const checked = bearer ? checkToken(bearer, keys.jwtSecret) : undefined;
      const claims = checked?.ok ? v.safeParse(claimsSchema, checked.claims) : undefined;
      if (!claims?.success) return undefined;
      const { sub, session_id } = claims.output;
      const [row] = await database.query<{ aal: "aal1" | "aal2" }>(
        "select coalesce(aal, 'aal1') as aal from auth.sessions where id = $1 and user_id = $2",
        [session_id, sub],
      );
      return row ? { userId: sub, sessionId: session_id, aal: row.aal } : undefined;
    },

    /** Adds `aal`, `amr` and `factors`. `method`: the session begins with this sign-in. */
    async finish(response: Response, request: Request, method?: string): Promise<Response> {
      if (response.headers.has("location")) return redirected(response, request, method);
      if (!response.ok || !response.headers.get("content-type")?.includes("json")) return response;
      const text = await response.text();
      const headers = new Headers(response.headers);
      headers.delete("content-length");
      const body: unknown = text === "" ? null : JSON.parse(text);
      const withFactors = async (user: { id: string }) => ({ ...user, factors: await factors(user.id) });
      let extended: unknown;
      if (v.is(tokensSchema, body)) {
        const access_token = await withSessionClaims(body.access_token, request, method);
        extended = { ...body, access_token, ...(body.user ? { user: await withFactors(body.user) } : {}) };
      } else if (v.is(userSchema, body)) extended = await withFactors(body);
      return new Response(extended ? JSON.stringify(extended) : text, { status: response.status, headers });
    },

    async begin(session: Session, userId: string): Promise<Grant> {
      const grant = { caller: { userId, sessionId: makeId(), aal: "aal1" }, refreshToken: makeId() } as const;
      await session.query("insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal1')", [
        grant.caller.sessionId,
        userId,
      ]);
      await addRefreshToken(session, grant, null);
      return grant;
    },

    async upgradeToAal2(session: Session, caller: Caller, factorId: string): Promise<Grant> {
      const grant = { caller: { ...caller, aal: "aal2" }, refreshToken: makeId() } as const;
      await session.query("update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1", [
        caller.sessionId,
        factorId,
      ]);
      await prove(session, caller.sessionId, "totp");
      // Deleted, not revoked: their reuse must neither lead to a successor nor end the session.
      await session.query("delete from auth.refresh_tokens where session_id = $1", [caller.sessionId]);
      await addRefreshToken(session, grant, null);
      return grant;
    },

    async tokens({ caller, refreshToken }: Grant, request: Request, method?: string): Promise<Record<string, unknown>> {
      const now = Math.floor(Date.now() / 1000);
      const [user] = await database.query<{ email: string | null }>("select email from auth.users where id = $1", [
        caller.userId,
      ]);
      const bare = signToken(
        {
          sub: caller.userId,
          aud: "authenticated",
          role: "authenticated",
          ...(user?.email ? { email: user.email } : {}),
          session_id: caller.sessionId,
          iat: now,
          exp: now + accessTokenSeconds,
        },
        keys.jwtSecret,
      );
      const access_token = await withSessionClaims(bare, request, method);
      const asked = await lite(
        new Request(new URL("/auth/v1/user", request.url), {
          headers: { apikey: keys.publishableKey, authorization: `Bearer ${access_token}` },
        }),
      );
      const shown = v.parse(v.looseObject({ id: v.string() }), await asked.json());
      return {
        access_token,
        token_type: "bearer",
        expires_in: accessTokenSeconds,
        expires_at: now + accessTokenSeconds,
        refresh_token: refreshToken,
        user: { ...shown, factors: await factors(caller.userId) },
      };
    },
  };
}

/** Records a proof of identity in this session: "password", "totp", "otp" or "oauth". */
async function prove(session: Pick<Session, "query">, sessionId: string, method: string): Promise<void> {
  await session.query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method) values ($1, $2, $3)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [makeId(), sessionId, method],
  );
}

/** Not now(): the transaction may have waited for another refresh of this session. */
export async function addRefreshToken(session: Session, grant: Grant, parent: string | null): Promise<void> {
  await session.query(
    `insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, parent, created_at, updated_at)
     values ($1, $2, $3, $4, false, $5, clock_timestamp(), clock_timestamp())`,
    [makeId(), grant.refreshToken, grant.caller.userId, grant.caller.sessionId, parent],
  );
}
