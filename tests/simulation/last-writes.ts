// Upgrades, rebuilds and wipes each device once per scenario, on a failing disk. A device killed at
// any point has either the old or the new state.
import { readMeta } from "../../sync/database/device-db.ts";
import { until } from "../fixtures/sync/device.ts";
import type { SimulatedClient } from "./client.ts";
import { failurePoints } from "./failure-points.ts";
import { showsTheSame } from "./invariants.ts";
import type { AskedServer } from "./server.ts";

const outboxOf = (client: SimulatedClient) => client.ask((store) => store.device.outbox.toCollection().primaryKeys());

/** Counts rebuilds of its store. */
const generationOf = (client: SimulatedClient) =>
  client.look(async ({ device }) => (await readMeta<number>(device, "generation")) ?? 1).catch(() => undefined);

export async function lastWrites(server: AskedServer, client: SimulatedClient): Promise<void> {
  const { name } = client.device;
  const kept = await outboxOf(client);
  const onFailingDisk = async (what: string, task: () => Promise<unknown>) => {
    failurePoints.share = 0.5;
    try {
      await task();
    } catch (error) {
      if (!failurePoints.explains(error)) throw error;
    } finally {
      failurePoints.share = 0;
    }
    await client.heal();
    await showsTheSame(server, client);
    const now = await outboxOf(client);
    const gone = what === "wipe" ? [] : kept.filter((key) => !now.includes(key));
    if (gone.length > 0) throw new Error(`${name}: ${what} lost ${gone.join(", ")} of the outbox`);
  };
  await onFailingDisk("upgrade", () => client.killAndReopen(true));
  await onFailingDisk("rebuild", async () => {
    const before = await generationOf(client);
    await server.sql`select private.new_epoch()`;
    await until("the rebuild", async () => {
      await client.reload();
      await client.device.sync.syncNow();
      const now = await generationOf(client);
      return now === undefined || now === before ? undefined : true;
    });
  });
  await onFailingDisk("wipe", () => client.signOutAndIn());
}
