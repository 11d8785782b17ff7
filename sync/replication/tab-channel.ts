// Messages between a device's tabs: the leader's status, and a rebuilt store.
import type { LiveStatus } from "./status.ts";

type TabMessage =
  | { type: "status"; owner: string; live: LiveStatus }
  /** `sync`: the leader syncs now. `reopen`: a new store. `hello`: asks for the status. */
  | { type: "sync" | "reopen" | "hello"; owner: string };

export interface TabChannel {
  broadcast(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): void;
  close(): void;
}

/** @param alone true in tests with several devices in one process */
export function openTabChannel(alone: boolean): TabChannel {
  const channel = alone || typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("betaflock");
  return {
    broadcast: (message) => channel?.postMessage(message),
    listen(onMessage) {
      if (channel) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
    },
    close: () => channel?.close(),
  };
}
