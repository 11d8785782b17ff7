// Determines the caller's rights: asks the database (my_access) with the caller's token. Ignores
// claims and user metadata. Rejects the caller if the answer is unreadable.
import * as v from "valibot";
import { bearerOf, isUuid, Rejected, rpc } from "./http.ts";
import type { FunctionEnv } from "./types.ts";

const accessSchema = v.pipe(
  v.object({
    user_id: v.custom<string>(isUuid),
    role: v.picklist(["tester", "developer", "admin"]),
    status: v.picklist(["active", "inactive", "suspended"]),
    /** Acts as an admin now. The role alone implies no session, status or second factor. */
    is_admin: v.boolean(),
    /** False for suspended people, and during maintenance for all but admins. */
    can_write: v.boolean(),
  }),
  v.transform(({ user_id: id, is_admin: isAdmin, can_write: mayWrite, ...rest }) => ({
    id,
    isAdmin,
    mayWrite,
    ...rest,
  })),
);
export type Caller = v.InferOutput<typeof accessSchema> & { token: string };

/** The database answers in milliseconds; after this it counts as unreachable. */
const timeoutMs = 10_000;
const rejectionCodes = new Set(["session_ended", "second_factor", "password_expired", "forbidden"]);

function accessFailure(error: unknown): Rejected {
  if (error instanceof Rejected && rejectionCodes.has(error.code)) return error;
  // A foreign or expired token. Other failures do not concern the caller.
  if (error instanceof Rejected && error.status === 401)
    return new Rejected(401, "Auth session or user missing", "session_missing");
  return new Rejected(503, "The server cannot say who is asking. Please try again.", "unavailable");
}

export async function callerOf(request: Request, env: FunctionEnv): Promise<Caller> {
  const token = bearerOf(request);
  if (!token || token === env.SUPABASE_PUBLISHABLE_KEY)
    throw new Rejected(401, "Auth session missing!", "session_missing");
  const access = await rpc(env, "my_access", accessSchema, { token }, {}, timeoutMs).catch((error: unknown) => {
    throw accessFailure(error);
  });
  return { ...access, token };
}
