// A copied browser profile: the same databases and the same session under another name, as on a
// machine that was restored from a backup.
import { createRxSchema, defaultHashSha256, normalizeMangoQuery, prepareQuery } from "rxdb";
import { DeviceDb, readMeta } from "../../sync/database/device-db.ts";
import { databaseName, keyOf } from "../../sync/database/store-databases.ts";
import { collectionsByRole } from "../../sync/schema/collections.ts";
import type { Role } from "../../sync/schema/profiles.ts";
import { rxSchema } from "../../sync/schema/rxdb-schema.ts";
import type { Device, DeviceOptions } from "./device.ts";

interface Copied {
  disk: Device["disk"];
  storage: Device["storage"];
  name: string;
}

/**
 * Copies what a device keeps. It must not be open. Where its pulls go on is not copied: they begin
 * anew.
 * @returns what the copy is opened with
 */
export async function cloneOf(
  { disk, storage, name }: Copied,
  person: { id: string; role: Role },
  as: string,
): Promise<Required<DeviceOptions>> {
  const [from, to] = [name, as].map((device) => keyOf(person.id, { device: `-${device}` })) as [string, string];
  const [side, copy] = [new DeviceDb(from), new DeviceDb(to)];
  const generation = (await readMeta<number>(side, "generation")) ?? 1;
  for (const collection of collectionsByRole[person.role]) {
    const schema = createRxSchema(rxSchema(collection) as never, defaultHashSha256).jsonSchema;
    const open = (key: string) =>
      storage.createStorageInstance({
        ...{ databaseName: databaseName(key, generation), collectionName: collection, schema },
        ...{ databaseInstanceToken: "clone", multiInstance: false, options: {}, devMode: false },
      } as never);
    const [old, made] = [await open(from), await open(to)];
    for (const deleted of [false, true]) {
      const query = normalizeMangoQuery(schema, { selector: { _deleted: { $eq: deleted } } } as never);
      const { documents } = await old.query(prepareQuery(schema, query) as never);
      if (documents.length > 0) await made.bulkWrite(documents.map((document) => ({ document })) as never, "clone");
    }
    await old.close();
    await made.close();
  }
  for (const table of side.tables) await copy.table(table.name).bulkPut(await table.toArray());
  side.close();
  copy.close();
  const entries = new Map(disk.entries);
  return {
    name: as,
    storage,
    disk: {
      entries,
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    },
  };
}
