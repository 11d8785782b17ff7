// A backend with the tests' own little project, and people who are signed in to it.
import { fileURLToPath } from "node:url";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
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
