// The auth service over raw HTTP, on one database or the other: what the tests of attacks on it
// share.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import { type ListeningBackend, type ListenOptions, startBackend } from "../../supabase/local/backend.ts";
import { startTestPostgres, type TestPostgres } from "../../supabase/local/database/test-postgres.ts";
import { password } from "./world.ts";

export const engines = ["pglite", "postgres"] as const;

interface Body {
  access_token?: string;
  refresh_token?: string;
  error_code?: string;
  msg?: string;
  user?: { email: string; new_email?: string };
  identities?: unknown[];
}
export interface Answer {
  status: number;
  body: Body;
  headers: Headers;
}

export const codeOf = (answer: Answer) => [answer.status, answer.body.error_code];

/** A server for this file's tests, and what one does with it. */
export function useAuthService(engine: (typeof engines)[number]) {
  let cluster: TestPostgres | undefined;
  let backend: ListeningBackend;
  const start = async (options: ListenOptions = {}) =>
    startBackend({ schedule: false, ...(cluster ? { databaseUrl: await cluster.createDatabase() } : {}), ...options });

  beforeAll(async () => {
    cluster = engine === "postgres" ? await startTestPostgres() : undefined;
    backend = await start();
  }, 120_000);
  afterAll(async () => {
    await backend?.stop();
    await cluster?.stop();
  });

  const callOf =
    (to: ListeningBackend) =>
    async (path: string, body?: unknown, { token = "", method = "" } = {}): Promise<Answer> => {
      const answer = await fetch(`${to.url}/auth/v1${path}`, {
        method: method || (body === undefined ? "GET" : "POST"),
        headers: {
          apikey: to.publishableKey,
          "content-type": "application/json",
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        redirect: "manual",
      });
      const text = await answer.text();
      const json = answer.headers.get("content-type")?.includes("json") ? (JSON.parse(text) as Body) : {};
      return { status: answer.status, body: json, headers: answer.headers };
    };
  const call = (...args: Parameters<ReturnType<typeof callOf>>) => callOf(backend)(...args);
  const newAddress = () => `${randomUUID()}@example.test`;
  const signUp = async (email = newAddress()) => {
    const { status, body } = await call("/signup", { email, password, data: { name: "Somebody" } });
    expect(status).toBe(200);
    return { email, token: body.access_token ?? "", refreshToken: body.refresh_token ?? "" };
  };
  const logIn = (email: string, typed = password) => call("/token?grant_type=password", { email, password: typed });
  const refresh = (refresh_token: string) => call("/token?grant_type=refresh_token", { refresh_token });

  const mailTo = (to: string): string => {
    const found = backend.mail.messages.findLast((mail) => mail.to === to)?.text;
    if (!found) throw new Error(`No mail to ${to}`);
    return found;
  };
  const linkTo = (to: string): string => /https?:\/\/\S+\/verify\S+/.exec(mailTo(to))?.[0] ?? "";
  const tokenTo = (to: string): string => new URL(linkTo(to)).searchParams.get("token") ?? "";
  const typedTo = (to: string): string => /\b\d{8}\b/.exec(mailTo(to))?.[0] ?? "";
  /** Where the link leads, and what it says there. */
  const follow = async (link: string) => {
    const answer = await fetch(link, { redirect: "manual" });
    const location = new URL(answer.headers.get("location") ?? "about:blank");
    return { to: location.origin + location.pathname, told: new URLSearchParams(location.hash.slice(1)) };
  };

  /** Messages to one address are a second apart. */
  async function inTime(work: () => Promise<Answer>): Promise<Answer> {
    let answer = await work();
    await expect
      .poll(
        async () => {
          if (answer.status === 429) answer = await work();
          return answer.status;
        },
        { interval: 300, timeout: 10_000 },
      )
      .not.toBe(429);
    return answer;
  }

  return {
    backend: () => backend,
    start,
    callOf,
    call,
    newAddress,
    signUp,
    logIn,
    refresh,
    linkTo,
    tokenTo,
    typedTo,
    follow,
    inTime,
  };
}
