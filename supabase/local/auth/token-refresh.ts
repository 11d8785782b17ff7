// Token refresh (POST /token, grant_type=refresh_token) with GoTrue's rotation: each refresh token
// works once. lite uses several statements, so parallel refreshes would each get a token.
import { v7 as makeId } from "uuid";
import type { Database } from "../database/database.ts";
import { rejection } from "./auth-responses.ts";
import { addRefreshToken, type Grant } from "./sessions.ts";

interface Found {
  revoked: boolean;
  recent: boolean;
  active: string | null;
  parent_of_active: string | null;
}
const found = `
select t.revoked, t.updated_at > clock_timestamp() - make_interval(secs => $3) as recent, a.token as active, a.parent as parent_of_active
from auth.refresh_tokens t left join lateral (
  select n.token, n.parent from auth.refresh_tokens n where n.session_id = $2 and not n.revoked order by n.created_at desc limit 1
) a on true
where t.token = $1 and t.session_id = $2`;
const revoke =
  "update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where session_id = $1 and not revoked";

export function createTokenRefresh(database: Database, reuseSeconds: number) {
  const rotate = (token: string): Promise<Grant | Response> =>
    database.transaction(async (session): Promise<Grant | Response> => {
      // Locked: refreshes of a session run one after the other.
      const [owner] = await session.query<{ id: string; user_id: string; aal: "aal1" | "aal2" }>(
        `select s.id, s.user_id, coalesce(s.aal, 'aal1') as aal from auth.sessions s
         where s.id = (select t.session_id from auth.refresh_tokens t where t.token = $1 limit 1) for update`,
        [token],
      );
      const [used] = owner ? await session.query<Found>(found, [token, owner.id, reuseSeconds]) : [];
      if (!owner || !used)
        return rejection(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
      const caller = { userId: owner.user_id, sessionId: owner.id, aal: owner.aal };
      if (used.revoked) {
        // The answer was lost (the successor was never used), or another tab refreshed first.
        if (used.active !== null && (used.parent_of_active === token || used.recent))
          return { caller, refreshToken: used.active };
        // The token was copied, and either user may be the attacker: ends the session for both.
        await session.query(revoke, [owner.id]);
        return rejection(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
      }
      const grant: Grant = { caller, refreshToken: makeId() };
      await session.query(revoke, [owner.id]);
      await addRefreshToken(session, grant, token);
      await session.query(
        "update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1",
        [owner.id],
      );
      return grant;
    });

  return async (token: string | undefined): Promise<Grant | Response> => {
    if (!token) return rejection(400, "validation_failed", "Refresh token is not valid");
    const grant = await rotate(token);
    // In a separate transaction: deleting a user locks the user before its sessions (deadlock).
    if (!(grant instanceof Response))
      await database.query("update auth.users set last_sign_in_at = now() where id = $1", [grant.caller.userId]);
    return grant;
  };
}
