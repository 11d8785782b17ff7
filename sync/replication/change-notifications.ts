// Listens to change notifications ("campaigns changed") on private broadcast channels. They only
// name collections; the rows come from a pull. The next poll makes up for a lost one (poll.ts).
import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { BehaviorSubject, type Observable } from "rxjs";
import * as v from "valibot";
import { type CollectionName, schemas } from "../schema/collections.ts";
import type { LazyClient } from "../transport/client.ts";
import { backoff, pauseMs } from "../transport/retry-policy.ts";
import { siteTopic } from "./topics.ts";

/** A transaction may send several notifications: they are merged into one pull. */
const firstMs = 20;
/** The shortest time between two pulls. */
const mergeMs = 150;
/** Spreads pulls after a notification to everyone over this time. */
const siteMs = 10_000;
const message = v.object({ payload: v.object({ collections: v.array(v.string()) }) });

export interface ChangeNotificationOptions {
  client: LazyClient["get"];
  /** Topics to listen to; they change with the person's organizations. */
  topics: Observable<readonly string[]>;
  /** Called with the changed collections; null means any, after the channel was disconnected. */
  onChange(collections: readonly CollectionName[] | null): void;
}

export interface ChangeNotifications {
  /** Are all topics joined? */
  readonly connected$: Observable<boolean>;
  leave(): void;
}

export function listenForChanges({ client, topics, onChange }: ChangeNotificationOptions): ChangeNotifications {
  let pending = new Set<CollectionName>();
  let everything = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let flushed = 0;
  const flush = () => {
    timer = null;
    flushed = performance.now();
    const named = [...pending];
    const all = everything;
    pending = new Set();
    everything = false;
    onChange(all ? null : named);
  };
  const soon = () => {
    timer ??= setTimeout(flush, Math.max(firstMs, flushed + mergeMs - performance.now()));
  };
  const channels = new Map<string, RealtimeChannel>();
  const joined = new Set<string>();
  const connected$ = new BehaviorSubject(false);
  let wanted: readonly string[] = [];
  let left = false;
  const note = (topic: string, isJoined: boolean) => {
    if (isJoined) joined.add(topic);
    else joined.delete(topic);
    connected$.next(wanted.length > 0 && wanted.every((one) => joined.has(one)));
  };
  const join = (made: SupabaseClient, topic: string) => {
    const channel = made
      .channel(topic, { config: { private: true } })
      .on("broadcast", { event: "changed" }, (raw) => {
        const parsed = v.safeParse(message, raw);
        const hear = () => {
          if (left) return;
          if (!parsed.success) everything = true;
          else for (const c of parsed.output.payload.collections) if (c in schemas) pending.add(c as CollectionName);
          soon();
        };
        if (topic === siteTopic) setTimeout(hear, Math.random() * siteMs);
        else hear();
      })
      .subscribe((status) => {
        note(topic, status === "SUBSCRIBED");
        // Joined or rejoined: notifications sent in between are lost.
        if (status === "SUBSCRIBED") {
          everything = true;
          soon();
        }
        // The server closed the channel (its token ran out). Errors and time-outs are retried by
        // realtime-js; this is not.
        if (status === "CLOSED" && !left && channels.get(topic) === channel) {
          setTimeout(() => {
            // The device may have left the topic during the pause, or left and rejoined it.
            if (!left && channels.get(topic) === channel) join(made, topic);
          }, pauseMs(backoff.steady));
        }
      });
    channels.set(topic, channel);
  };
  const begin = async () => {
    const made = await client().catch(() => null);
    // With the token of the person who is signed in now.
    await made?.realtime.setAuth();
    if (left) return;
    // The code could not be loaded.
    if (!made) return void setTimeout(() => void begin(), pauseMs(backoff.steady));
    for (const topic of wanted) if (!channels.has(topic)) join(made, topic);
    for (const [topic, channel] of channels) {
      if (wanted.includes(topic)) continue;
      channels.delete(topic);
      note(topic, false);
      void made.removeChannel(channel);
    }
  };
  const following = topics.subscribe((next) => {
    wanted = next;
    void begin();
  });
  return {
    connected$,
    leave() {
      left = true;
      following.unsubscribe();
      if (timer) clearTimeout(timer);
      for (const channel of channels.values()) void client().then((made) => made.removeChannel(channel));
    },
  };
}
