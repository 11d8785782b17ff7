// Who calls a function, and what they may do: asks the database (my_access) with the
// caller's own token. Claims and user metadata do not count. Without a plain answer it refuses.
import { call, Refused } from "./http.ts";
import type { FunctionEnv } from "./types.ts";

const roles = ["tester", "developer", "admin"] as const;
const statuses = ["active", "inactive", "suspended"] as const;

export interface Caller {
  id: string;
  token: string;
  role: (typeof roles)[number];
  status: (typeof statuses)[number];
  /** Acts as an admin now. The role alone says nothing about session, status or second factor. */
  isAdmin: boolean;
  /** Not suspended, and no maintenance (which admins are exempt from). */
  mayWrite: boolean;
}

/** The database answers in milliseconds; after this it is counted as unreachable. */
const patienceMs = 10_000;
/** What my_access says of a caller who may do nothing, in its own words. */
const verdicts = new Set(["session_ended", "second_factor", "password_expired", "forbidden"]);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const unknown = (): Refused =>
  new Refused(503, "The server cannot say who is asking. Please try again.", "unavailable");
const among = <T extends string>(known: readonly T[], value: unknown): T => {
  const found = known.find((each) => each === value);
  if (found === undefined) throw unknown();
  return found;
};
const yesOrNo = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw unknown();
  return value;
};

export async function callerOf(request: Request, env: FunctionEnv): Promise<Caller> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token || token === env.SUPABASE_ANON_KEY) throw new Refused(401, "Auth session missing!", "session_missing");
  const answer = await call<unknown>(env, "POST", "/rest/v1/rpc/my_access", { token, body: {}, patienceMs }).catch(
    (error: unknown) => {
      if (error instanceof Refused && verdicts.has(error.code)) throw error;
      // A foreign or expired token. Everything else says nothing about the caller.
      if (error instanceof Refused && error.status === 401)
        throw new Refused(401, "Auth session or user missing", "session_missing");
      throw unknown();
    },
  );
  const said = (typeof answer === "object" && answer !== null ? answer : {}) as Readonly<Record<string, unknown>>;
  if (typeof said.user_id !== "string" || !uuid.test(said.user_id)) throw unknown();
  const me = { id: said.user_id, token, role: among(roles, said.role), status: among(statuses, said.status) };
  return { ...me, isAdmin: yesOrNo(said.is_admin), mayWrite: yesOrNo(said.can_write) };
}
