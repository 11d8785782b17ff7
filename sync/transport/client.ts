// Loads Supabase's clients (auth, change notifications, files) on first use: they are two thirds of
// replication's code, and the first screen only reads the device.
import type { SupabaseClient, SupabaseClientOptions } from "@supabase/supabase-js";
import { timeoutMs } from "./request.ts";
import { type Failure, fail, type Result } from "./result.ts";
import { authFetch, type ReadSession, type SessionPlace } from "./token-refresh.ts";

/** The clients' code or a valid token could not be fetched, which counts as offline. */
export class ClientMissing extends Error {
  override name = "ClientMissing";
}

type Library = typeof import("@supabase/supabase-js");
type AuthClient = InstanceType<Library["AuthClient"]>;
export type RealtimeTransport = NonNullable<NonNullable<SupabaseClientOptions<"public">["realtime"]>["transport"]>;

/** The functions reject with `ClientMissing`; the next call tries again. */
export interface LazyClient {
  /** Sends the session's access token with each call. */
  get(): Promise<SupabaseClient>;
  /** For calls without a session. */
  auth(): Promise<AuthClient>;
  /** For calls with the stored session, which auth-js would otherwise refresh itself. */
  signedIn(): Promise<AuthClient>;
  /** Ends the connection for change notifications. */
  stop(): Promise<void>;
}

interface ClientOptions extends SessionPlace {
  readSession: ReadSession;
  realtimeTransport?: RealtimeTransport | undefined;
}

export function lazyClient({
  url,
  key,
  send,
  storage,
  storageKey,
  readSession,
  ...options
}: ClientOptions): LazyClient {
  const unlessOffline = async () => {
    const now = await readSession();
    if (!now.ok && now.error.type === "offline") throw new ClientMissing("The token could not be refreshed");
    return now.ok ? now.value.access_token : null;
  };
  const make = ({ AuthClient, createClient }: Library) => ({
    auth: new AuthClient({
      ...{ url: `${url}/auth/v1`, headers: { apikey: key }, fetch: authFetch(send) },
      ...{ storage, storageKey, persistSession: true, autoRefreshToken: false, skipAutoInitialize: true },
    }),
    client: createClient(url, key, {
      accessToken: unlessOffline,
      db: { timeout: timeoutMs },
      global: { fetch: send },
      ...(options.realtimeTransport ? { realtime: { transport: options.realtimeTransport } } : {}),
    }),
  });
  let made: Promise<ReturnType<typeof make>> | undefined;
  const load = async () => {
    made ??= import("@supabase/supabase-js").then(make);
    return made.catch((cause: unknown) => {
      made = undefined;
      throw new ClientMissing("The client's code could not be fetched", { cause });
    });
  };
  return {
    get: async () => (await load()).client,
    auth: async () => (await load()).auth,
    async signedIn() {
      await unlessOffline();
      return (await load()).auth;
    },
    async stop() {
      const loaded = await made?.catch(() => undefined);
      await loaded?.client.removeAllChannels();
      await loaded?.client.realtime.disconnect();
    },
  };
}

type Call = (...args: never[]) => Promise<Result<unknown, Failure>>;

/** Wraps calls so that they fail as offline instead of with `ClientMissing`. */
export function orOffline<C extends { readonly [N in keyof C]: Call }>(calls: C): C {
  const guarded = Object.entries<Call>(calls).map(([name, call]) => [
    name,
    (...args: never[]) =>
      call(...args).catch((error: unknown) => {
        if (error instanceof ClientMissing) return fail({ type: "offline" });
        throw error;
      }),
  ]);
  return Object.fromEntries(guarded) as C;
}
