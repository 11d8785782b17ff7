// What a device notes of an owner's store: which generation of databases is in force, in which
// format, and from where its edits are numbered.
import * as v from "valibot";
import { storeFormat } from "../schema/store-version.ts";
import type { DeviceDb } from "./device-db.ts";

const factsSchema = v.object({
  generation: v.optional(v.number(), 1),
  format: v.optional(v.number(), 0),
  leftover: v.optional(v.boolean(), false),
  numbered: v.optional(v.number(), 0),
  firstSyncDone: v.optional(v.boolean(), false),
});

/** What is noted of a store beside its rows. */
export interface Facts {
  deviceId: string;
  generation: number;
  format: number;
  /**
   * A generation that is no longer in force may still lie here: the tab was killed before it was
   * deleted.
   */
  leftover: boolean;
  isNew: boolean;
  /** edit-sequence.ts */
  numbered: number;
  /** All that is the person's has been here once (replication/engine.ts). */
  firstSyncDone: boolean;
}

async function readFacts(side: DeviceDb): Promise<Omit<Facts, "deviceId"> & { deviceId: string | undefined }> {
  const rows = await side.meta.bulkGet(["client", "generation", "format", "leftover", "numbered", "first_sync_done"]);
  const [client, generation, format, leftover, numbered, firstSyncDone] = rows.map((r) => r?.value);
  // The first stores noted no format.
  const noted = v.parse(factsSchema, { generation, format, leftover, numbered, firstSyncDone });
  return { ...noted, deviceId: v.parse(v.optional(v.string()), client), isNew: false };
}

const isMade = (facts: Awaited<ReturnType<typeof readFacts>>): facts is Facts => facts.deviceId !== undefined;

/**
 * What this device's store of an owner is: made now where there is none. Where there is one, the
 * start only reads.
 */
export async function factsOf(side: DeviceDb): Promise<Facts> {
  const known = await readFacts(side);
  if (isMade(known)) return known;
  return side.transaction("rw", side.meta, async () => {
    // Another tab may have made it meanwhile.
    const facts = await readFacts(side);
    if (isMade(facts)) return facts;
    const made = { ...facts, deviceId: crypto.randomUUID(), format: storeFormat.version, isNew: true };
    await side.meta.bulkPut([
      { key: "client", value: made.deviceId },
      { key: "format", value: made.format },
    ]);
    return made;
  });
}
