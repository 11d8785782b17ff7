// Messages between the tabs of one device: the leader's state, and that a store was rebuilt.
import type { LiveStatus } from "./status.ts";

type TabMessage =
  | { type: "status"; owner: string; live: LiveStatus }
  /**
   * `sync`: the replicating tab shall do so now. `reopen`: the store that is open is no longer the
   * one. `hello`: a tab has opened, and asks what the replicating one knows.
   */
  | { type: "sync" | "reopen" | "hello"; owner: string };

export interface TabChannel {
  broadcast(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): void;
  close(): void;
}

/** @param alone tests: several devices in one process */
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
