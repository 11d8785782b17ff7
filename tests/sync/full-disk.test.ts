// A disk that is full while rows arrive or are noted: said, nothing thrown past everybody, and made
// good when there is room.
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { campaignCreate, campaignEdit, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { campaignById } from "../../sync/queries/campaigns.ts";
import { until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, signUpOn, today, useScenario, value } from "../fixtures/sync/scenario.ts";

const thrown: unknown[] = [];
const note = (error: unknown) => thrown.push(error);
beforeEach(() => void process.on("unhandledRejection", note));
afterEach(() => void process.off("unhandledRejection", note));

/** RxDB's memory storage on a disk that can be full. */
function smallDisk() {
  const disk = { full: false };
  const memory = getRxStorageMemory();
  const createStorageInstance: typeof memory.createStorageInstance = async (params) => {
    const instance = await memory.createStorageInstance(params);
    const write = instance.bulkWrite.bind(instance);
    instance.bulkWrite = async (rows, context) => {
      if (disk.full) throw new DOMException("There is no space left.", "QuotaExceededError");
      return write(rows, context);
    };
    return instance as never;
  };
  return { disk, storage: Object.assign(Object.create(memory), { createStorageInstance }) as typeof memory };
}

describe("a full disk", () => {
  const scenario = useScenario("pglite");

  test("O1 O2 rows that find no room are fetched again when there is some, and nothing is an error of the page", async () => {
    const dev = await scenario.signedUp("developer");
    const { disk, storage } = smallDisk();
    const tester = await scenario.device({ storage });
    const person = await signUpOn(tester, "tester", "Small Disk");
    await tester.synced();
    disk.full = true;
    const made = value(await campaignCreate(await dev.store(), campaignInput({ title: "No room for it" }), briefInput));
    value(await campaignPublish(await dev.store(), made.id, today()));
    await scenario.letIn({ person }, made);
    await tester.sync.syncNow();
    await until(
      "the failure to be said",
      async () => tester.sync.status$.value.problem?.includes(":store:") || undefined,
    );
    disk.full = false;
    await tester.sync.syncNow();
    await tester.see(campaignById(made.id), (c) => c?.status === "active");
    await until("the failure to be over", async () => tester.sync.status$.value.problem === null || undefined);
    value(await campaignEdit(await dev.store(), made.id, { title: "Room again" }));
    await tester.see(campaignById(made.id), (c) => c?.title === "Room again");
    expect(thrown).toEqual([]);
  });
});
