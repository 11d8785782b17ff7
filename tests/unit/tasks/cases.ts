// Tasks and results for tests.
import type { Attachment } from "../../../sync/schema/feedback.ts";
import type { Task, TaskResult } from "../../../sync/schema/tasks.ts";

export const taskOf = (more: Partial<Task> = {}): Task => ({
  ...{ id: "t1", version: 1, kind: "script", title: "Log in", body: "", steps: [], questions: [] },
  ...{ required_since: null, per_build: false, minutes: 10, days: 0, only_if: null },
  evidence: { minutes: 0, code: false, photo: false },
  ...more,
});

export const stepsOf = (...ids: string[]): Task["steps"] =>
  ids.map((id) => ({ id, do: `Do ${id}`, expect: `See ${id}` }));

export const questionOf = (more: Partial<Task["questions"][number]> = {}): Task["questions"][number] => ({
  ...{ id: "q1", kind: "text", text: "Why?", required: true, options: [], min: 0, max: 0 },
  ...more,
});

export const resultOfTask = (more: Partial<TaskResult> = {}): TaskResult => ({
  ...{ version: 1, release_id: null, state: "open", minutes: 0, at: "2026-11-30T10:00:00.000Z" },
  ...more,
});

/** Step results by id. */
export const marked = (marks: Readonly<Record<string, "pass" | "fail" | "blocked" | "skip">>) =>
  Object.fromEntries(Object.entries(marks).map(([id, mark]) => [id, { mark }]));

export const photoOf = (more: Partial<Attachment> = {}): Attachment => ({
  ...{ id: crypto.randomUUID(), name: "photo.jpg", type: "image/jpeg", size: 1000, sha256: "a".repeat(64) },
  ...{ width: 100, height: 100, ...more },
});
