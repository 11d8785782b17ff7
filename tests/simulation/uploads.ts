// A large file of a scenario, over a line that dies inside its first piece again and again.
// It arrives in the end, whole.
import { isClosed } from "../../sync/database/device-db.ts";
import { retryPendingItem } from "../../sync/mutations/outbox.ts";
import { pendingItems } from "../../sync/uploads/pending-items.ts";
import { queueReleaseFile } from "../../sync/uploads/release-uploads.ts";
import { until } from "../fixtures/sync/device.ts";
import { value } from "../fixtures/sync/scenario.ts";
import { type Line, openLine } from "../fixtures/tcp-proxy.ts";
import type { SimulatedClient } from "./client.ts";
import type { SimulatedServer } from "./server.ts";

/** A little more than goes in one piece. */
const size = 6 * 1024 * 1024 + 4321;

export interface LargeUpload {
  readonly line: Line;
  /** The server as a device behind the line sees it. */
  readonly server: SimulatedServer;
  /** Chooses a file on this device, which is behind the line. */
  begin(client: SimulatedClient, seed: number): Promise<void>;
  /** After healing. @returns how often the line was cut */
  arrived(client: SimulatedClient, seed: number, restored: boolean): Promise<number>;
}

export async function largeUpload(server: SimulatedServer): Promise<LargeUpload> {
  const line = await openLine(() => Number(new URL(server.url).port));
  let path: string | undefined;
  const objects = () =>
    server.sql<{ size: number }[]>`
      select (metadata ->> 'size')::int as size from storage.objects where bucket_id = 'releases' and name = ${path ?? ""}`;
  const upload: LargeUpload = {
    line,
    server: { ...server, url: `http://127.0.0.1:${line.port}` },
    async begin({ device }, seed) {
      const store = device.sync.store$.value;
      // Made anew just now: the file is chosen after healing.
      if (store.kind !== "open" || store.store.role !== "developer") return;
      const bytes = Buffer.alloc(size, `file of the seed ${seed}`);
      const file = new File([bytes], "build.apk", { type: "application/octet-stream" });
      line.cutEvery = 2 * 1024 * 1024;
      path = value(await queueReleaseFile(store.store, crypto.randomUUID(), file)).file_path;
    },
    async arrived(client, seed, restored) {
      const { device } = client;
      // With the store of the moment: healing may make it anew.
      const look = async () => {
        const store = await device.store();
        const kept = (await pendingItems(store)).filter((item) => item.kind === "release");
        if (kept.length === 0 && path !== undefined && (await objects()).length > 0) return true;
        // A database that was put back may not know it any more: files of no row are chosen again
        // by the person.
        if (kept.length === 0 && (path === undefined || restored)) await upload.begin(client, seed);
        else if (kept.length === 0) throw new Error("Neither the device nor the server has the large file");
        // In each scenario: inside the first piece, whatever came before.
        if (line.cuts >= 3) line.cutEvery = null;
        for (const item of kept) {
          if (item.failure !== "" && item.failure !== "suspended") throw new Error(`Refused: ${item.failure}`);
          // While the account was suspended: the person presses Retry.
          if (item.failure !== "") await retryPendingItem(store, item.key);
        }
        device.sync.transport.wake();
        return undefined;
      };
      await until("the large file to arrive", () =>
        look().catch((error: unknown) => {
          if (isClosed(error)) return undefined;
          throw error;
        }),
      );
      line.cutEvery = null;
      const [row] = await objects();
      if (row?.size !== size) throw new Error(`The large file has ${row?.size} bytes on the server and not ${size}`);
      return line.cuts;
    },
  };
  return upload;
}
