// Who calls a function: the auth service says whether the token still counts, the database who the person is. The token's own words and
// user metadata count for nothing.
import { call, Refused } from "./http.ts";
import type { FunctionEnv } from "./types.ts";

export interface Caller {
  id: string;
  token: string;
  role: string;
  status: string;
}

export async function callerOf(request: Request, env: FunctionEnv): Promise<Caller> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token || token === env.SUPABASE_ANON_KEY) throw new Refused(401, "Auth session missing!");
  // The auth service knows whether the signature is right and the session still there.
  const user = await call<{ id: string }>(env, "GET", "/auth/v1/user", { token }).catch(() => {
    throw new Refused(401, "Auth session or user missing");
  });
  const path = `/rest/v1/profiles?select=role,status&id=eq.${user.id}`;
  const [me] = await call<{ role: string; status: string }[]>(env, "GET", path, { token });
  if (!me) throw new Refused(401, "Auth session or user missing");
  return { id: user.id, token, ...me };
}
