// What admins do to people and messages. Calls, not rows: the screen reports success only after the
// server has done it. None works offline, and the screens say so.
import * as v from "valibot";
import { type AdminUser, adminChangeUser, adminHideContent, adminMessageDone } from "../schema/admin-functions.ts";
import type { Role } from "../schema/profiles.ts";
import { bodyOf } from "../transport/answers.ts";
import { failureOfResponse } from "../transport/errors.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

export type Done = Result<unknown, CallFailure>;

const said = v.object({ error: v.string() });

/** A function of the project (supabase/functions): its `error` field says what went wrong. */
async function callFunction(transport: Transport, path: string, body: object): Promise<Done> {
  const token = await transport.token();
  if (!token.ok) return token;
  let response: Response;
  try {
    response = await transport.send(`${transport.url}/functions/v1/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        apikey: transport.key,
        authorization: `Bearer ${token.value}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
  } catch {
    transport.seen({ type: "offline" });
    return fail({ type: "offline" });
  }
  transport.seen(null);
  const answer = bodyOf(response);
  if (response.ok) return ok(answer);
  const told = v.safeParse(said, answer);
  return fail(failureOfResponse(response.status, { code: "", message: told.success ? told.output.error : "" }, null));
}

/** C7. */
export const userPromote = (transport: Transport, userId: string): Promise<Done> =>
  callFunction(transport, "auth", { action: "updateUserRole", userId, role: "admin" });

export const userInvite = (
  transport: Transport,
  who: { name: string; email: string; role: Role },
  redirectTo: string,
): Promise<Done> => callFunction(transport, "auth", { action: "inviteUser", ...who, redirectTo });

export const userDelete = (transport: Transport, userId: string): Promise<Done> =>
  callFunction(transport, "auth", { action: "deleteUser", userId });

export const userResetSecondFactor = (transport: Transport, userId: string): Promise<Done> =>
  callFunction(transport, "auth", { action: "resetSecondFactor", userId });

/** C8. */
export const testDataClean = (transport: Transport): Promise<Done> =>
  callFunction(transport, "auth/clean-test-data", {});

export const userChange = (
  transport: Transport,
  user_id: string,
  change: { name?: string; status?: AdminUser["status"] },
): Promise<Done> => transport.rpc(adminChangeUser, { user_id, change }, "person");

/** As `flagHide` (flag-decisions.ts), for a flag that is not on this device. */
export const contentHide = (transport: Transport, flag_id: string, hidden: boolean): Promise<Done> =>
  transport.rpc(adminHideContent, { flag_id, hidden }, "person");

export const messageDone = (transport: Transport, message_id: string, done: boolean): Promise<Done> =>
  transport.rpc(adminMessageDone, { message_id, done }, "person");
