// Sets a session's expiry by this device's clock. auth-js compares the auth service's time with the
// device's: with a clock one day ahead it would refresh the session before every call. Without that
// time it counts `expires_in` from now, which is right on every clock.
import { bodyOf } from "./answers.ts";

interface TimedSession {
  access_token: string;
  expires_in: number;
  expires_at?: number;
}

const isTimed = (body: unknown): body is TimedSession =>
  typeof body === "object" && body !== null && "access_token" in body && "expires_in" in body;

/** Wraps Supabase's `fetch`, for answers from `onlyAnswers`. */
export function withDeviceClock(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    const body = bodyOf(answer);
    if (!isTimed(body)) return answer;
    const { expires_at: _, ...session } = body;
    return new Response(JSON.stringify(session), { status: answer.status, headers: answer.headers });
  };
}
