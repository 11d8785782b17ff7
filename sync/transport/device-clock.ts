// When a session ends, by this device's clock. auth-js compares the time that the auth service says
// with the device's own: a day ahead, it would renew the session before every call. Without that
// time it counts the session's length from now (`expires_in`), which every clock does alike.
import { bodyOf } from "./answers.ts";

interface TimedSession {
  access_token: string;
  expires_in: number;
  expires_at?: number;
}

const isTimed = (body: unknown): body is TimedSession =>
  typeof body === "object" && body !== null && "access_token" in body && "expires_in" in body;

/** Supabase's `fetch`, for answers that were read by `onlyAnswers`. */
export function withDeviceClock(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    const body = bodyOf(answer);
    if (!isTimed(body)) return answer;
    const { expires_at: _, ...session } = body;
    return new Response(JSON.stringify(session), { status: answer.status, headers: answer.headers });
  };
}
