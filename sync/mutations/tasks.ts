// A campaign's tasks, and a tester's results. Reviews of results: pending-reviews.ts.
import { deepEqual } from "rxdb";
import type { Store } from "../database/store.ts";
import type { Application } from "../schema/applications.ts";
import type { Attachment } from "../schema/feedback.ts";
import { type Task, type TaskResult, taskLimits } from "../schema/tasks.ts";
import { jsonBytes } from "../schema/templates.ts";
import { missingTasks, resultKey, withState } from "../tasks/outcome.ts";
import { problemOf } from "../tasks/task-problems.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { timestamp, timestampAfter } from "../transport/server-clock.ts";
import { discardAttachment, newAttachment } from "../uploads/attachments.ts";
import { fileTables } from "../uploads/pending-items.ts";
import { mutate, patchRow, type Rejected, wrongState } from "./row.ts";

const content = ({ version: _, required_since: __, ...task }: Task) => task;

/**
 * Returns the tasks of a campaign as they are saved. The server sets versions and `required_since`;
 * the device shows what it will set.
 */
export function tasksToSave(before: readonly Task[], tasks: readonly Task[]): Result<Task[]> {
  const saved = tasks.map((task) => {
    const old = before.find(({ id }) => id === task.id);
    const edited = old && !deepEqual(content(old), content(task));
    return {
      ...task,
      version: old ? old.version + (edited ? 1 : 0) : task.version,
      required_since: task.required_since && (old?.required_since ?? timestamp()),
    };
  });
  const problem = problemOf(saved);
  return problem
    ? fail({ type: "invalid", issues: [{ path: `tasks.${problem.at}`, message: problem.problem }] })
    : ok(saved);
}

const isFrozen = ({ results_status }: Application) => results_status === "submitted" || results_status === "accepted";

/**
 * Saves answers to a task at once.
 * @param change gets the result so far, also after an answer in another tab
 */
export const answerSave = (
  store: Store,
  applicationId: string,
  task: Task,
  change: (before: TaskResult) => Partial<TaskResult>,
): Promise<Result<Application>> =>
  patchRow(store, "applications", applicationId, (row) => answered(row, task, (before) => ok(change(before))));

/** Returns the application's results after an answer, or why it cannot be saved. */
function answered(row: Application, task: Task, change: (before: TaskResult) => Result<Partial<TaskResult>>) {
  if (row.accepted_at === null || (row.status !== "accepted" && row.status !== "completed"))
    return fail({ type: "not_allowed", code: "not_accepted" });
  if (isFrozen(row)) return fail({ type: "not_allowed", code: "text_frozen" });
  const key = resultKey(task, row.release_id);
  const none = { version: task.version, release_id: row.release_id, state: "open" as const, minutes: 0, at: "" };
  const before = row.results[key] ?? none;
  const changed = change(before);
  if (!changed.ok) return changed;
  const result = withState(task, {
    ...before,
    ...changed.value,
    version: task.version,
    release_id: row.release_id,
    at: before.at === "" ? timestamp() : timestampAfter(before.at),
  });
  const results = { ...row.results, [key]: result };
  return jsonBytes(results) > taskLimits.resultBytes
    ? fail({ type: "too_large", limit: taskLimits.resultBytes })
    : { results };
}

interface NewPhoto {
  name: string;
  blob: Blob;
  width?: number;
  height?: number;
}

/** Stores a photo and adds it to an application, in one transaction. */
async function storePhoto(
  store: Store,
  applicationId: string,
  file: NewPhoto,
  change: (row: Application, photo: Attachment) => Partial<Application> | Rejected,
): Promise<Result<Application>> {
  if (!file.blob.type.startsWith("image/")) return fail({ type: "wrong_type" });
  const made = await newAttachment(store, applicationId, file);
  if (!made.ok) return made;
  const { attachment } = made.value;
  return mutate(
    store,
    ["applications"],
    (edits) => edits.patch("applications", applicationId, (row) => change(row, attachment)),
    made.value.file,
  );
}

/** Removes a photo and its stored bytes, in one transaction. */
const discardPhoto = (
  store: Store,
  applicationId: string,
  photo: Attachment,
  change: (row: Application) => Partial<Application> | Rejected,
) =>
  mutate(store, ["applications", ...fileTables], async (edits) => {
    const changed = await edits.patch("applications", applicationId, change);
    if (changed.ok) await discardAttachment(store, photo);
    return changed;
  });

interface WithPhotos {
  photos?: Attachment[] | undefined;
}

function withPhoto({ photos = [] }: WithPhotos, photo: Attachment): Result<{ photos: Attachment[] }> {
  if (photos.some(({ sha256 }) => sha256 === photo.sha256)) return fail({ type: "not_allowed", code: "duplicate" });
  return photos.length >= taskLimits.photos
    ? fail({ type: "not_allowed", code: "too_many" })
    : ok({ photos: [...photos, photo] });
}

const withoutPhoto = ({ photos = [] }: WithPhotos, photo: Attachment) =>
  ok({ photos: photos.filter(({ id }) => id !== photo.id) });

export const photoAdd = (store: Store, applicationId: string, task: Task, file: NewPhoto) =>
  storePhoto(store, applicationId, file, (row, photo) => answered(row, task, (before) => withPhoto(before, photo)));

export const photoRemove = (store: Store, applicationId: string, task: Task, photo: Attachment) =>
  discardPhoto(store, applicationId, photo, (row) => answered(row, task, (before) => withoutPhoto(before, photo)));

/** Submits the set. The server freezes it. */
export const resultsSubmit = (store: Store, applicationId: string, tasks: readonly Task[]) =>
  patchRow(store, "applications", applicationId, (row) => {
    if (isFrozen(row) || Object.keys(row.results).length === 0) return wrongState;
    return missingTasks(tasks, row).length > 0
      ? fail({ type: "not_allowed", code: "answer_required" })
      : { results_status: "submitted" as const };
  });

type Retest = Application["retests"][string];
type RetestContent = Omit<Retest, "at">;

interface RetestOf {
  reportId: string;
  releaseId: string;
}

/** The answer about one build; an answer about an earlier build is replaced. */
function retested(
  { retests }: Application,
  { reportId, releaseId }: RetestOf,
  change: (before: Retest | null) => Result<RetestContent>,
) {
  const given = retests[reportId];
  const changed = change(given?.release_id === releaseId ? given : null);
  if (!changed.ok) return changed;
  const at = given ? timestampAfter(given.at) : timestamp();
  const all = { ...retests, [reportId]: { ...changed.value, at } };
  return jsonBytes(all) > taskLimits.retestBytes
    ? fail({ type: "too_large", limit: taskLimits.retestBytes })
    : { retests: all };
}

/**
 * Says whether a build fixes what a report describes: the own report, or a known issue. The server
 * counts it in the report's and the known issue's `retests`. Photos of the answer stay.
 */
export const retestSave = (
  store: Store,
  applicationId: string,
  reportId: string,
  retest: Omit<RetestContent, "photos">,
): Promise<Result<Application>> =>
  patchRow(store, "applications", applicationId, (row) =>
    retested(row, { reportId, releaseId: retest.release_id }, (before) =>
      ok(before?.photos ? { ...retest, photos: before.photos } : retest),
    ),
  );

/** Adds a photo to an answer that has a mark. */
export const retestPhotoAdd = (store: Store, applicationId: string, of: RetestOf, file: NewPhoto) =>
  storePhoto(store, applicationId, file, (row, photo) =>
    retested(row, of, (before) => withPhotos(before, (given) => withPhoto(given, photo))),
  );

export const retestPhotoRemove = (store: Store, applicationId: string, of: RetestOf, photo: Attachment) =>
  discardPhoto(store, applicationId, photo, (row) =>
    retested(row, of, (before) => withPhotos(before, (given) => withoutPhoto(given, photo))),
  );

function withPhotos(
  before: Retest | null,
  change: (given: Retest) => Result<{ photos: Attachment[] }>,
): Result<RetestContent> {
  if (!before) return wrongState;
  const changed = change(before);
  return changed.ok ? ok({ ...before, ...changed.value }) : changed;
}
