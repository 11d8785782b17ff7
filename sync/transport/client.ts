// Loads Supabase's client (sessions, change notifications, files) on first use: it is two thirds of
// replication's code, and the first screen only reads the device.
import type { SupabaseClient } from "@supabase/supabase-js";
import { type Failure, fail, type Result } from "./result.ts";

/** The client's code could not be loaded, which counts as offline. */
export class ClientMissing extends Error {
  override name = "ClientMissing";
}

export interface LazyClient {
  /** Returns the client. Rejects with `ClientMissing`; the next call tries again. */
  get(): Promise<SupabaseClient>;
  /** Stops the client's timers if it was loaded. */
  stop(): Promise<void>;
}

type CreateClient = typeof import("@supabase/supabase-js").createClient;

export function lazyClient(make: (createClient: CreateClient) => Promise<SupabaseClient>): LazyClient {
  let made: Promise<SupabaseClient> | undefined;
  const load = async () => {
    const library = await import("@supabase/supabase-js").catch((cause: unknown) => {
      throw new ClientMissing("The client's code could not be fetched", { cause });
    });
    return make(library.createClient);
  };
  return {
    get() {
      made ??= load().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    async stop() {
      const client = await made?.catch(() => undefined);
      await client?.auth.stopAutoRefresh();
      await client?.removeAllChannels();
      await client?.realtime.disconnect();
    },
  };
}

type Call = (...args: never[]) => Promise<Result<unknown, Failure>>;

/** Wraps calls so that they fail as offline if the client's code cannot be loaded. */
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
