// Facts about a store in the table `meta`: its id, format, number of rebuilds, and edit numbers.
import * as v from "valibot";
import { storeFormat } from "../schema/store-version.ts";
import type { DeviceDb } from "./device-db.ts";

const factsSchema = v.object({
  deviceId: v.optional(v.string()),
  generation: v.optional(v.number(), 1),
  format: v.optional(v.number(), 0),
  numbered: v.optional(v.number(), 0),
  firstSyncDone: v.optional(v.boolean(), false),
});

export interface Facts {
  deviceId: string;
  /** The number of rebuilds plus one. A write for an earlier one throws `StoreReplaced`. */
  generation: number;
  format: number;
  isNew: boolean;
  /** edit-sequence.ts */
  numbered: number;
  /** All rows of the person were pulled once (replication/engine.ts). */
  firstSyncDone: boolean;
}

const keys = ["client", "generation", "format", "numbered", "first_sync_done"];

async function readFacts(device: DeviceDb): Promise<Omit<Facts, "deviceId"> & { deviceId?: string | undefined }> {
  const rows = await device.meta.bulkGet(keys);
  const [deviceId, generation, format, numbered, firstSyncDone] = rows.map((r) => r?.value);
  return { ...v.parse(factsSchema, { deviceId, generation, format, numbered, firstSyncDone }), isNew: false };
}

const isMade = (facts: Awaited<ReturnType<typeof readFacts>>): facts is Facts => facts.deviceId !== undefined;

/** Returns the facts of an owner's store. Creates them for a new store; otherwise only reads. */
export async function factsOf(device: DeviceDb): Promise<Facts> {
  const known = await readFacts(device);
  if (isMade(known)) return known;
  return device.transaction("rw", device.meta, async () => {
    // Another tab may have created them.
    const facts = await readFacts(device);
    if (isMade(facts)) return facts;
    const made = { ...facts, deviceId: crypto.randomUUID(), format: storeFormat.version, isNew: true };
    await device.meta.bulkPut([
      { key: "client", value: made.deviceId },
      { key: "format", value: made.format },
    ]);
    return made;
  });
}
