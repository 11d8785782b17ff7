// Admin actions on people and messages. They are calls, not rows: they need a network, and screens
// report success only after the server's answer.
import * as v from "valibot";
import { adminChangeUsers, type RemotePage } from "../schema/admin-functions.ts";
import type { SqlFunction } from "../schema/functions.ts";
import type { Role } from "../schema/profiles.ts";
import { bodyOf } from "../transport/answers.ts";
import { failureOfResponse } from "../transport/errors.ts";
import { request } from "../transport/request.ts";
import { type CallFailure, type CallResult, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

const said = v.object({ error: v.string() });

/** Calls a server function (supabase/functions), whose `error` field is the failure's code. */
async function callFunction(transport: Transport, path: string, body: object): CallResult {
  const token = await transport.token();
  if (!token.ok) return token;
  const response = await request(transport, `/functions/v1/${path}`, { bearer: token.value, body, ms: 60_000 });
  transport.seen(response ? null : { type: "offline" });
  if (!response) return fail({ type: "offline" });
  const answer = bodyOf(response);
  if (response.ok) return ok(answer);
  const told = v.safeParse(said, answer);
  return fail(failureOfResponse(response.status, { code: "", message: told.success ? told.output.error : "" }, null));
}

export const userPromote = (transport: Transport, userId: string): CallResult =>
  callFunction(transport, "auth", { action: "updateUserRole", userId, role: "admin" });

export const userInvite = (
  transport: Transport,
  who: { name: string; email: string; role: Role },
  redirectTo: string,
): CallResult => callFunction(transport, "auth", { action: "inviteUser", ...who, redirectTo });

export const userDelete = (transport: Transport, userId: string): CallResult =>
  callFunction(transport, "auth", { action: "deleteUser", userId });

export const userResetSecondFactor = (transport: Transport, userId: string): CallResult =>
  callFunction(transport, "auth", { action: "resetSecondFactor", userId });

export const testDataClean = (transport: Transport): CallResult => callFunction(transport, "auth/clean-test-data", {});

/** Maximum of people per call and per page (SQL: admin_change_users, admin_page). */
const AT_ONCE = 200;

/**
 * Suspends or reactivates people in several calls. Skips people who already have that status, and
 * the caller. @returns how many were changed, also before a call that failed
 */
export async function usersChange(
  transport: Transport,
  user_ids: readonly string[],
  change: { status: "active" | "suspended"; reason?: string },
): Promise<{ changed: number; error: CallFailure | null }> {
  let changed = 0;
  for (let at = 0; at < user_ids.length; at += AT_ONCE) {
    const request = { ...change, user_ids: user_ids.slice(at, at + AT_ONCE) };
    const answer = await transport.rpc(adminChangeUsers, { request });
    if (!answer.ok) return { changed, error: answer.error };
    changed += answer.value.changed;
  }
  return { changed, error: null };
}

/** Reads all pages of a list, up to `most` rows. */
export async function rowsMatching<T>(
  transport: Transport,
  fn: SqlFunction<RemotePage<T>>,
  request: object,
  most: number,
): CallResult<T[]> {
  const rows: T[] = [];
  for (let after: RemotePage<T>["next"] = null; ; ) {
    const limit = Math.min(AT_ONCE, most - rows.length);
    const page: Result<RemotePage<T>, CallFailure> = await transport.rpc(
      fn,
      { request: { ...request, limit, after } },
      "person",
    );
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    after = page.value.next;
    if (!after || rows.length >= most) return ok(rows);
  }
}

const mailAnswer = v.object({ ready: v.literal(true) });

/** Returns whether the server can send e-mail (supabase/functions/mail). */
export async function mailIsSetUp(transport: Transport): CallResult<boolean> {
  const answer = await request(transport, "/functions/v1/mail", { ms: 15_000 });
  if (!answer) return fail({ type: "offline" });
  if (answer.status === 501) return ok(false);
  return v.is(mailAnswer, bodyOf(answer))
    ? ok(true)
    : fail({ type: "rejected", status: answer.status, code: "", message: "" });
}
