// A large file of a scenario over a connection that repeatedly fails within the first piece. It
// finally arrives completely.
import { isClosed } from "../../sync/database/device-db.ts";
import { retryPendingItem } from "../../sync/mutations/outbox.ts";
import { pendingItems } from "../../sync/uploads/pending-items.ts";
import { until } from "../fixtures/sync/device.ts";
import { queueReleaseFile } from "../fixtures/sync/queued-files.ts";
import { type Line, openLine } from "../fixtures/tcp-proxy.ts";
import type { SimulatedClient } from "./client.ts";
import { failurePoints } from "./failure-points.ts";
import type { SimulatedServer } from "./server.ts";

/** Slightly more than one piece. */
const size = 6 * 1024 * 1024 + 4321;

export interface LargeUpload {
  readonly line: Line;
  /** The server's address through the failing connection. */
  readonly server: SimulatedServer;
  /** Chooses a file on this device, which uses that connection. */
  begin(client: SimulatedClient, seed: number): Promise<void>;
  /**
   * Runs after healing.
   * @returns the number of cuts
   */
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
      // Being rebuilt: the file is chosen after healing.
      if (store.kind !== "open" || store.store.role !== "developer") return;
      const bytes = Buffer.alloc(size, `file of the seed ${seed}`);
      const file = new File([bytes], "build.apk", { type: "application/octet-stream" });
      line.cutEvery = 2 * 1024 * 1024;
      // If the disk fails, the file is chosen after healing.
      const queued = await queueReleaseFile(store.store, crypto.randomUUID(), file).catch((error: unknown) => {
        if (!failurePoints.explains(error)) throw error;
      });
      if (queued?.ok) path = queued.value.file_path;
    },
    async arrived(client, seed, restored) {
      const { device } = client;
      // Uses the current store, because healing may rebuild it.
      const look = async () => {
        const store = await device.store();
        const kept = (await pendingItems(store)).filter((item) => item.kind === "release");
        if (kept.length === 0 && path !== undefined && (await objects()).length > 0) return true;
        // A restored database may lack it, and the user then chooses files without a row again.
        if (kept.length === 0 && (path === undefined || restored)) await upload.begin(client, seed);
        else if (kept.length === 0) throw new Error("Neither the device nor the server has the large file");
        // Each scenario cuts within the first piece, whatever came before.
        if (line.cuts >= 3) line.cutEvery = null;
        for (const item of kept) {
          if (item.failure !== "" && item.failure !== "suspended") throw new Error(`Rejected: ${item.failure}`);
          // Rejected during a suspension, so the user presses Retry.
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
