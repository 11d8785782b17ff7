// Listens to the server's change notifications ("campaigns changed") on private broadcast channels.
// They name collections and nothing else: authority stays with the pull. A lost one is made up for
// by the next poll (poll.ts): it costs minutes, never a row.
import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { BehaviorSubject, type Observable } from "rxjs";
import * as v from "valibot";
import { ownTask } from "../database/own-task.ts";
import { type CollectionName, schemas } from "../schema/collections.ts";
import type { LazyClient } from "../transport/client.ts";
import { backoff, pauseMs } from "../transport/retry-policy.ts";
import { siteTopic } from "./topics.ts";

const mergeMs = 150;
/** What everybody hears is pulled within this time, so that they do not all pull at once. */
const siteMs = 10_000;
const message = v.object({ payload: v.object({ collections: v.array(v.string()) }) });

export interface ChangeNotificationOptions {
  client: LazyClient["get"];
  /** Topics to listen to; they change with the person's organizations. */
  topics: Observable<readonly string[]>;
  /** Something changed in these collections; null: anything may have (the channel was away). */
  onChange(collections: readonly CollectionName[] | null): void;
}

export interface ChangeNotifications {
  /** Are all topics joined? */
  readonly connected$: Observable<boolean>;
  leave(): void;
}

/** Joins the topics. */
export function listenForChanges({ client, topics, onChange }: ChangeNotificationOptions): ChangeNotifications {
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
  const begin = async () => {
    const made = await client().catch(() => null);
    await ownTask();
    if (left) return;
    // Its code could not be fetched.
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
