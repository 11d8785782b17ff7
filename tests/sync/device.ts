// One device of a test: the very `createSync` that the app runs, on RxDB's memory storage and
// fake-indexeddb, with a network and a disk of its own. Killed and opened again with the same disk
// and storage, it is the same device.
import { randomUUID } from "node:crypto";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { filter, firstValueFrom, map } from "rxjs";
import { vi } from "vitest";
import type { KeyValue } from "../../sync/auth/auth-storage.ts";
import { readMeta } from "../../sync/database/device-db.ts";
import type { Query } from "../../sync/database/query.ts";
import type { Store, Sync } from "../../sync/index.ts";
import { waitingCounts } from "../../sync/outbox/pending-changes.ts";
import { Network } from "./network.ts";

export interface Device {
  readonly sync: Sync;
  readonly network: Network;
  readonly disk: KeyValue & { readonly entries: Map<string, string> };
  readonly storage: ReturnType<typeof getRxStorageMemory>;
  readonly name: string;
  store(): Promise<Store>;
  /** The first value of a read that satisfies `when`. */
  see<T>(read: Query<T>, when: (value: T) => boolean): Promise<T>;
  /** Nothing waits here any more. */
  drained(): Promise<void>;
  /** Everything has been pulled once. */
  synced(): Promise<void>;
  /** Ends the program without a word, as a killed tab does; the disk stays. */
  kill(): Promise<void>;
}

/** What a device keeps when it is killed. */
export interface DeviceOptions {
  disk?: Device["disk"];
  storage?: Device["storage"];
  name?: string;
}

function newDisk(): Device["disk"] {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (k) => entries.get(k) ?? null,
    setItem: (k, value) => void entries.set(k, value),
    removeItem: (k) => void entries.delete(k),
  };
}

/**
 * Waits until `probe` gives something else than undefined: for facts on the server, which nobody
 * announces here.
 */
export async function until<T>(what: string, probe: () => Promise<T | undefined>, ms = 20_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain: ${what}`);
    await new Promise((r) => setTimeout(r, 25));
  }
}

/** How a device stands, for the message of what it waited for in vain. */
export function stateOf({ sync, network }: Pick<Device, "sync" | "network">): object {
  const { phase, problem, online } = sync.status$.value;
  const kinds = { store: sync.store$.value.kind, session: sync.session$.value.kind };
  return { ...kinds, phase, problem, online, pulls: network.count("/sync_pull") };
}

/**
 * A tab's own copy of every module: RxDB opens 13 collections per realm, and each device needs its
 * 13.
 */
async function loadRealm(): Promise<typeof import("../../sync/index.ts")> {
  vi.resetModules();
  return import("../../sync/index.ts");
}
const freeRealms: typeof import("../../sync/index.ts")[] = [];

/** Opens a device on a server. */
export async function openDevice(
  server: { url: string; publishableKey: string },
  { disk = newDisk(), storage = getRxStorageMemory(), name = randomUUID().slice(0, 8) }: DeviceOptions = {},
): Promise<Device> {
  const network = new Network();
  const realm = freeRealms.pop() ?? (await loadRealm());
  const sync = realm.createSync({
    url: server.url,
    key: server.publishableKey,
    store: { storage: storage as never, multiInstance: false, device: `-${name}` },
    storage: disk,
    realtimeTransport: network.socketClass,
    fetch: network.fetch,
  });
  const store = () =>
    firstValueFrom(
      sync.store$.pipe(
        map((s) => {
          if (s.kind === "failed") throw s.failure.type === "unexpected" ? s.failure.error : new Error(s.failure.type);
          return s.kind === "open" ? s.store : undefined;
        }),
        filter((s) => s !== undefined),
      ),
    );
  let killed = false;
  return {
    sync,
    network,
    disk,
    storage,
    name,
    store,
    async see(read, when) {
      const open = await store();
      return firstValueFrom(read.observe(open).pipe(filter(when)));
    },
    async drained() {
      await until("everything to be sent", async () => {
        const open = await store();
        const counts = Object.values(await firstValueFrom(waitingCounts(open)));
        const uploads = await open.side.uploads.filter((u) => u.refused === "").count();
        return counts.every((n) => n === 0) && uploads === 0 ? true : undefined;
      });
    },
    async synced() {
      await until("the first pull", async () =>
        (await readMeta<boolean>((await store()).side, "first_sync_done")) ? true : undefined,
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(stateOf({ sync, network }))}`, { cause: error });
      });
    },
    async kill() {
      if (killed) return;
      killed = true;
      network.up = false;
      await sync.stop();
      freeRealms.push(realm);
    },
  };
}
