// Evidence of tasks on the device: missing parts, and photos in the upload queue.
import "fake-indexeddb/auto";
import { afterEach, expect, test } from "vitest";
import type { PendingFile } from "../../../sync/database/pending-item.ts";
import { openStore, type Store } from "../../../sync/database/store.ts";
import {
  answerSave,
  photoAdd,
  photoRemove,
  retestPhotoAdd,
  retestPhotoRemove,
  retestSave,
} from "../../../sync/mutations/tasks.ts";
import type { Application } from "../../../sync/schema/applications.ts";
import type { Task, TaskResult } from "../../../sync/schema/tasks.ts";
import { isDone, missingEvidence, withState } from "../../../sync/tasks/outcome.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { attachmentDriver } from "../../../sync/uploads/attachments.ts";
import { value } from "../../fixtures/sync/scenario.ts";
import { marked, photoOf, resultOfTask, stepsOf, taskOf } from "../tasks/cases.ts";

let open: Store | undefined;
afterEach(() => open?.close());

const all: Task["evidence"] = { minutes: 10, code: true, photo: true };
const script = taskOf({ steps: stepsOf("a"), evidence: all });
const given = { minutes: 10, code: "blue-42", photos: [photoOf()] };
const passed = { steps: marked({ a: "pass" }) };

test.each<[string, Partial<TaskResult> | undefined, string[]]>([
  ["no result", undefined, ["minutes", "code", "photo"]],
  ["answers only", passed, ["minutes", "code", "photo"]],
  ["a minute too few", { ...passed, ...given, minutes: 9 }, ["minutes"]],
  ["no code", { ...passed, ...given, code: "" }, ["code"]],
  ["no photo", { ...passed, ...given, photos: [] }, ["photo"]],
  ["all of it", { ...passed, ...given }, []],
])("B16 a task is done with its evidence: %s", (_, result, missing) => {
  const full = result && resultOfTask(result);
  expect(missingEvidence(script, full)).toEqual(missing);
  expect(isDone(script, full)).toBe(missing.length === 0);
});

test("B16 a tester cannot call a task done without its evidence, but can say that it is blocked", () => {
  const explore = taskOf({ kind: "explore", evidence: all });
  const state = (result: Partial<TaskResult>) => withState(explore, resultOfTask(result)).state;
  expect(state({ state: "done" })).toBe("open");
  expect(state({ state: "done", ...given })).toBe("done");
  expect(state({ state: "blocked" })).toBe("blocked");
  expect(withState(script, resultOfTask({ ...passed, ...given })).state).toBe("done");
});

const id = () => crypto.randomUUID();
const picture = (text: string, type = "image/png") => ({ name: "a.png", blob: new Blob([text], { type }) });

/** A device with an accepted application that the server has. */
async function testing() {
  const person = { id: id(), name: "Tess", email: "tess@example.test", role: "tester" as const };
  const store = await openStore(person, { device: id(), multiInstance: false });
  open = store;
  const at = "2026-11-30T10:00:00.000Z";
  const application = {
    ...{ id: id(), campaign_id: id(), campaign_title: "A", tester_id: person.id, org_id: id(), developer_id: id() },
    ...{ status: "accepted", message: "", answers: [], agreement_version: 0, agreement_accepted_at: null },
    card: { name: "Tess", avatar_path: "", karma: 0, rating: null, tests_completed: 0, devices: [], expertise: [] },
    ...{ reason: "", selection_note: "", applied_at: at, decided_at: at, accepted_at: at, downloaded_at: null },
    ...{ release_id: null, confirmed_issues: [], completed_at: null, results: {}, results_status: "" },
    ...{ results_review: {}, results_submitted_at: null, results_reviewed_at: null, results_due_at: null },
    ...{ code_checks: {}, uploaded: [], retests: {}, is_sample: false, created_at: at, updated_at: at },
    ...{ _deleted: false, sync_xid: "1", sync_client: id(), sync_seq: 1 },
  };
  const pull = (more: object = {}) =>
    store.transaction(["applications"], async (rows) => {
      const here = (await rows.read("applications", [application.id])).get(application.id);
      await rows.write("applications", [{ doc: { ...application, ...here?.doc, sync_xid: "2", ...more } }]);
    });
  await pull();
  const read = async () =>
    (await store.collection("applications").findOne(application.id).exec()) as unknown as Application;
  return { store, id: application.id, pull, read };
}

test("B16 S11 a photo is stored with its answer, waits for its row, and leaves the queue with it", async () => {
  const { store, id: application, pull, read } = await testing();
  const task = taskOf({ kind: "explore", evidence: { minutes: 0, code: false, photo: true } });
  value(await photoAdd(store, application, task, picture("first")));
  value(await photoAdd(store, application, task, picture("second")));
  const [first, second] = (await read()).results.t1?.photos ?? [];
  if (!first || !second) throw new Error("No photos");
  expect((await store.device.pending.toArray()).map((one) => one.id).sort()).toEqual([first.id, second.id].sort());
  expect(await photoAdd(store, application, task, picture("first"))).toMatchObject({ error: { code: "duplicate" } });
  expect(await photoAdd(store, application, task, picture("x", "video/mp4"))).toMatchObject({
    error: { type: "wrong_type" },
  });
  for (const text of ["3", "4", "5"]) value(await photoAdd(store, application, task, picture(text)));
  expect(await photoAdd(store, application, task, picture("6"))).toMatchObject({ error: { code: "too_many" } });
  expect(await store.device.blobs.count()).toBe(5);

  const driver = attachmentDriver(store, {} as Transport);
  const isDue = async (photo: string) =>
    driver?.isDue?.((await store.device.pending.get(`attachment|${photo}`)) as PendingFile);
  // The server can mark it once it has the answer.
  expect(await isDue(first.id)).toBe(false);
  await pull();
  expect(await isDue(first.id)).toBe(true);
  await pull({ uploaded: [first.id] });
  expect(await isDue(first.id)).toBe(false);
  expect(await store.device.pending.get(`attachment|${first.id}`)).toBeUndefined();
  value(await photoRemove(store, application, task, second));
  expect(await store.device.pending.count()).toBe(3);
  expect((await read()).results.t1?.photos).toHaveLength(4);

  value(await answerSave(store, application, task, () => ({ state: "done" })));
  await pull({ results_status: "submitted" });
  expect(await photoRemove(store, application, task, first)).toMatchObject({ error: { code: "text_frozen" } });
});

test("B18 S11 a retest keeps its photos when its answer changes, and starts without them in another build", async () => {
  const { store, id: application, pull, read } = await testing();
  const of = { reportId: id(), releaseId: id() };
  const answer = (mark: "fixed" | "still_there", release_id = of.releaseId) =>
    retestSave(store, application, of.reportId, { mark, release_id });
  const given = async () => (await read()).retests[of.reportId];
  expect(await retestPhotoAdd(store, application, of, picture("first"))).toMatchObject({
    error: { code: "wrong_state" },
  });
  value(await answer("fixed"));
  for (const text of ["1", "2", "3", "4", "5"]) value(await retestPhotoAdd(store, application, of, picture(text)));
  expect(await retestPhotoAdd(store, application, of, picture("1"))).toMatchObject({ error: { code: "duplicate" } });
  expect(await retestPhotoAdd(store, application, of, picture("6"))).toMatchObject({ error: { code: "too_many" } });
  value(await answer("still_there"));
  const [first, second] = (await given())?.photos ?? [];
  if (!first || !second) throw new Error("No photos");
  expect(await given()).toMatchObject({ mark: "still_there", photos: { length: 5 } });
  value(await retestPhotoRemove(store, application, of, first));
  expect((await given())?.photos).toHaveLength(4);
  expect(await store.device.pending.count()).toBe(4);

  const driver = attachmentDriver(store, {} as Transport);
  const item = (await store.device.pending.get(`attachment|${second.id}`)) as PendingFile;
  await pull();
  expect(await driver?.isDue?.(item)).toBe(true);
  value(await answer("fixed", id()));
  expect((await given())?.photos).toBeUndefined();
  await pull();
  expect(await driver?.isDue?.(item)).toBe(false);
  expect(await store.device.pending.count()).toBe(3);
});
