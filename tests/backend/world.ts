// A backend with the tests' own little project, and people who are signed in to it.
import { fileURLToPath } from "node:url";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import ws from "ws";
import { type ListeningBackend, type ListenOptions, startBackend } from "../../supabase/local/backend.ts";

// Hashing at full strength would be most of the time that these tests take.
process.env.LITE_AUTH_BCRYPT_COST = "4";

export const project = {
  migrationsDir: fileURLToPath(new URL("./project/migrations", import.meta.url)),
  functionsDir: fileURLToPath(new URL("../../supabase/functions", import.meta.url)),
};

export const startProject = (options: ListenOptions = {}): Promise<ListeningBackend> =>
  startBackend({ ...project, ...options });

export const clientOf = (backend: Pick<ListeningBackend, "url" | "publishableKey">): SupabaseClient =>
  createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });

export interface Person {
  client: SupabaseClient;
  id: string;
  token: string;
}

let people = 0;
export const password = "correct horse battery";
export async function signUp(
  backend: Pick<ListeningBackend, "url" | "publishableKey">,
  data: Record<string, unknown> = {},
): Promise<Person> {
  people += 1;
  const client = clientOf(backend);
  const { data: made, error } = await client.auth.signUp({
    email: `person-${people}@example.test`,
    password,
    options: { data },
  });
  if (error || !made.user || !made.session) throw error ?? new Error("Sign-up gave no session");
  return { client, id: made.user.id, token: made.session.access_token };
}

async function auth<T>(
  backend: Pick<ListeningBackend, "url" | "publishableKey">,
  path: string,
  body: unknown,
  token?: string,
): Promise<T> {
  const answer = await fetch(`${backend.url}/auth/v1${path}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/**
 * Enrols an authenticator and gives its code. @returns the token of the session with both factors
 */
export async function secondFactor(
  backend: Pick<ListeningBackend, "url" | "publishableKey">,
  person: Pick<Person, "token">,
): Promise<string> {
  const made = await auth<{ id: string; totp: { secret: string } }>(
    backend,
    "/factors",
    { factor_type: "totp" },
    person.token,
  );
  const challenge = await auth<{ id: string }>(backend, `/factors/${made.id}/challenge`, {}, person.token);
  const code = new TOTP({ secret: Secret.fromBase32(made.totp.secret) }).generate();
  const verified = await auth<{ access_token: string }>(
    backend,
    `/factors/${made.id}/verify`,
    { challenge_id: challenge.id, code },
    person.token,
  );
  return verified.access_token;
}

/** A session that began with the password alone. */
export async function passwordSession(
  backend: Pick<ListeningBackend, "url" | "publishableKey">,
  person: Pick<Person, "client">,
): Promise<string> {
  const email = (await person.client.auth.getSession()).data.session?.user.email;
  const session = await auth<{ access_token: string }>(backend, "/token?grant_type=password", { email, password });
  return session.access_token;
}
