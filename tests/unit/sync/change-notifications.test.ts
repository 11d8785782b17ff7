import { BehaviorSubject } from "rxjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenForChanges } from "../../../sync/replication/change-notifications.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake of Supabase's realtime client with channels only. */
function realtime() {
  const channels: { topic: string; say: (status: string) => void; open: boolean }[] = [];
  const client = {
    realtime: { setAuth: async () => undefined },
    channel(topic: string) {
      const one = { topic, open: true, say: (_: string): void => undefined };
      channels.push(one);
      const channel = {
        one,
        on: () => channel,
        subscribe(said: (status: string) => void) {
          one.say = said;
          return channel;
        },
      };
      return channel;
    },
    async removeChannel({ one }: { one: (typeof channels)[number] }) {
      one.open = false;
    },
  };
  const joined = (topic: string) => channels.filter((one) => one.topic === topic);
  return { client, joined };
}

test("O2 joins a topic again after the server closed its channel, unless it is no longer needed", async () => {
  const { client, joined } = realtime();
  const topics = new BehaviorSubject<readonly string[]>(["user:1", "org:1"]);
  // Cast: only these methods are called.
  const listening = listenForChanges({ client: async () => client as never, topics, onChange: () => undefined });
  await vi.advanceTimersByTimeAsync(100);
  for (const topic of ["user:1", "org:1"]) joined(topic)[0]?.say("CLOSED");
  topics.next(["user:1"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(joined("user:1")).toHaveLength(2);
  expect(joined("org:1")).toHaveLength(1);
  // It left and joined again within the pause: one channel, not two.
  joined("user:1")[1]?.say("CLOSED");
  topics.next([]);
  await vi.advanceTimersByTimeAsync(1_000);
  topics.next(["user:1"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(joined("user:1")).toHaveLength(3);
  listening.leave();
});
