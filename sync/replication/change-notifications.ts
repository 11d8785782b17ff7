// Listens to the server's hints ("campaigns changed") on private broadcast channels. A hint names
// collections and nothing else: authority stays with the pull. A lost hint costs a minute, never a
// row.
import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import type { Observable } from "rxjs";
import * as v from "valibot";
import { type CollectionName, schemas } from "../schema/collections.ts";
import type { LazyClient } from "../transport/client.ts";
import { backoff, pauseMs } from "../transport/retry-policy.ts";

const mergeMs = 150;
const message = v.object({ payload: v.object({ collections: v.array(v.string()) }) });

export interface ChangeNotificationOptions {
  client: LazyClient["get"];
  /** Topics to listen to; they change with the person's organizations. */
  topics: Observable<readonly string[]>;
  /** Something changed in these collections; null: anything may have (the channel was away). */
  onChange(collections: readonly CollectionName[] | null): void;
}

/** Joins the topics. @returns leaves them */
export function listenForChanges({ client, topics, onChange }: ChangeNotificationOptions): () => void {
  let pending = new Set<CollectionName>();
  let everything = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    const named = [...pending];
    const all = everything;
    pending = new Set();
    everything = false;
    onChange(all ? null : named);
  };
  const soon = () => {
    timer ??= setTimeout(flush, mergeMs);
  };
  const channels = new Map<string, RealtimeChannel>();
  let left = false;
  const join = (made: SupabaseClient, topic: string) => {
    const channel = made
      .channel(topic, { config: { private: true } })
      .on("broadcast", { event: "changed" }, (raw) => {
        const parsed = v.safeParse(message, raw);
        if (!parsed.success) everything = true;
        else for (const c of parsed.output.payload.collections) if (c in schemas) pending.add(c as CollectionName);
        soon();
      })
      .subscribe((status) => {
        // Joined, perhaps again: what was sent meanwhile never arrives.
        if (status === "SUBSCRIBED") {
          everything = true;
          soon();
        }
        // The server closed the channel (its token ran out). Errors and time-outs are retried by
        // realtime-js; this is not.
        if (status === "CLOSED" && !left && channels.get(topic) === channel) {
          setTimeout(() => {
            if (!left) join(made, topic);
          }, pauseMs(backoff.steady));
        }
      });
    channels.set(topic, channel);
  };
  let wanted: readonly string[] = [];
  const begin = async () => {
    const made = await client().catch(() => null);
    if (left) return;
    // Its code could not be fetched.
    if (!made) return void setTimeout(() => void begin(), pauseMs(backoff.steady));
    for (const topic of wanted) if (!channels.has(topic)) join(made, topic);
    for (const [topic, channel] of channels) {
      if (wanted.includes(topic)) continue;
      channels.delete(topic);
      void made.removeChannel(channel);
    }
  };
  const following = topics.subscribe((next) => {
    wanted = next;
    void begin();
  });
  return () => {
    left = true;
    following.unsubscribe();
    if (timer) clearTimeout(timer);
    for (const channel of channels.values()) void client().then((made) => made.removeChannel(channel));
  };
}
