// A large file of a simulated world, over a line that dies inside its first piece again and again. It arrives in the end, whole.
import { type BuildUpload, buildPrefix, keepBuild } from "../../../sync/builds.ts";
import { keptItems } from "../../../sync/kept.ts";
import { keptRetry } from "../../../sync/writes/outbox.ts";
import { type Line, openLine } from "../../line.ts";
import { until } from "../device.ts";
import { value } from "../world.ts";
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
  arrived(client: SimulatedClient, seed: number): Promise<number>;
}

export async function largeUpload(server: SimulatedServer): Promise<LargeUpload> {
  const line = await openLine(() => Number(new URL(server.url).port));
  let path: string | undefined;
  const large: LargeUpload = {
    line,
    server: { ...server, url: `http://127.0.0.1:${line.port}` },
    async begin({ device }, seed) {
      const store = device.sync.store$.value;
      // Made anew just now: the file is chosen after healing.
      if (store.kind !== "open" || store.store.role !== "developer") return;
      const bytes = Buffer.alloc(size, `file of the seed ${seed}`);
      const file = new File([bytes], "build.apk", { type: "application/octet-stream" });
      line.cutEvery = 2 * 1024 * 1024;
      path = value(await keepBuild(store.store, crypto.randomUUID(), file)).file_path;
    },
    async arrived(client, seed) {
      const { device } = client;
      const store = await device.store();
      if (path === undefined) await large.begin(client, seed);
      // Refused while the account was suspended: the person presses Retry.
      for (const item of await keptItems(store))
        if (item.kind === "build" && item.refused) await keptRetry(store, item);
      device.sync.transport.wake();
      await until("the large file to arrive", async () => {
        const kept = await store.side.drafts.where("key").startsWith(buildPrefix).first();
        if (!kept) return true;
        const { refused } = kept.value as BuildUpload;
        if (refused) throw new Error(`The large file was refused: ${refused}`);
        // In each world: inside the first piece, whatever came before.
        if (line.cuts >= 3) line.cutEvery = null;
        device.sync.transport.wake();
        return undefined;
      });
      line.cutEvery = null;
      const [row] = await server.sql<{ size: number }[]>`
        select (metadata ->> 'size')::int as size from storage.objects where bucket_id = 'releases' and name = ${path ?? ""}`;
      if (row?.size !== size) throw new Error(`The large file has ${row?.size} bytes on the server and not ${size}`);
      return line.cuts;
    },
  };
  return large;
}
