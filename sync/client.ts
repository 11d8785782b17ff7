// Supabase's own client: sessions, hints and files. Two thirds of what replication weighs, and nothing that the first screen
// needs: that reads the device. So it is loaded when it is first asked for.
import type { SupabaseClient } from "@supabase/supabase-js";

export interface LazyClient {
  /** The client. Rejects when its code cannot be fetched; asked again, it is tried again. */
  get(): Promise<SupabaseClient>;
  /** Ends what it does by itself, if anybody has asked for it. */
  stop(): Promise<void>;
}

type CreateClient = typeof import("@supabase/supabase-js").createClient;

export function lazyClient(make: (createClient: CreateClient) => SupabaseClient): LazyClient {
  let made: Promise<SupabaseClient> | undefined;
  const load = async () => make((await import("@supabase/supabase-js")).createClient);
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
