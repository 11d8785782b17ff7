// A full disk during a pull or a local write is reported, throws no unhandled error, and recovers
// once it has space.
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { campaignCreate, campaignEdit, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { profileEdit } from "../../sync/mutations/profile.ts";
import { campaignById } from "../../sync/queries/campaigns.ts";
import { until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, signUpOn, today, useScenario, value } from "../fixtures/sync/scenario.ts";

const thrown: unknown[] = [];
const note = (error: unknown) => thrown.push(error);
beforeEach(() => void process.on("unhandledRejection", note));
afterEach(() => void process.off("unhandledRejection", note));

function diskOf(device: string) {
  const disk = { full: false };
  const { put, clear } = IDBObjectStore.prototype;
  const check = ({ name }: IDBDatabase) => {
    if (disk.full && name.endsWith(device)) throw new DOMException("There is no space left.", "QuotaExceededError");
  };
  Object.assign(IDBObjectStore.prototype, {
    put(this: IDBObjectStore, ...given: Parameters<typeof put>) {
      check(this.transaction.db);
      return put.apply(this, given);
    },
    clear(this: IDBObjectStore) {
      check(this.transaction.db);
      return clear.apply(this);
    },
  });
  onTestFinished(() => void Object.assign(IDBObjectStore.prototype, { put, clear }));
  return disk;
}

describe("a full disk", () => {
  const scenario = useScenario();

  test("O1 O2 rows that did not fit are fetched again when there is space, and raise no page error", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.device();
    const disk = diskOf(`-${tester.name}`);
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

  test("O1 O2 the status shows that a user's write found no space until the disk has space again", async () => {
    const tester = await scenario.device();
    const disk = diskOf(`-${tester.name}`);
    await signUpOn(tester, "tester", "Own Words");
    await tester.synced();
    const store = await tester.store();
    disk.full = true;
    const failed = await profileEdit(store, { bio: "No room for this" });
    expect(failed).toEqual({ ok: false, error: { type: "storage_full" } });
    const status = () => tester.sync.status$.value;
    await until("the status to show the failure", async () => status().phase === "error" || undefined);
    expect(status().problem).toBe("device:store:storage_full");
    disk.full = false;
    await until("the failure to be over", async () => status().phase === "idle" || undefined);
    expect(status().problem).toBeNull();
    expect(thrown).toEqual([]);
  });

  test("T2 O1 a wipe that the disk rejects at logout shows the public pages and is repeated until it succeeds", async () => {
    const tester = await scenario.device();
    const disk = diskOf(`-${tester.name}`);
    await signUpOn(tester, "tester", "Logs Out");
    await tester.synced();
    const name = (await tester.store()).db.name;
    const names = async () => (await indexedDB.databases()).map((one) => one.name);
    disk.full = true;
    value(await tester.sync.signOut());
    expect((await tester.store()).role).toBe("anonymous");
    expect(await names()).toEqual(expect.arrayContaining([name, "betaflock-wipe"]));
    disk.full = false;
    await until("the wipe", async () => !(await names()).includes(name) || undefined);
    await until("the end of the note", async () => !(await names()).includes("betaflock-wipe") || undefined);
    expect(thrown).toEqual([]);
  });
});
