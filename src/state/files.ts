// File Storage calls and this tab's uploads. Uploads continue across pages; failed ones stay listed
// until retried or removed.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import type { StoredFile } from "../../sync/schema/files.ts";
import type { Result } from "../../sync/transport/result.ts";
import {
  cleanFiles,
  deleteFile,
  type FileFailure,
  fileAddress,
  listFiles,
  uploadFile,
} from "../../sync/uploads/files.ts";
import { UPLOAD_PROGRESS } from "../lib/constants.ts";
import { loadSync } from "./sync.ts";

export type { FileFailure };

export interface FileUpload {
  id: string;
  file: File;
  /** Id of an organization, or of the admin. */
  ownerId: string;
  folder: string;
  /** 0–100, interpolated between the steps of the specification. */
  progress: number;
  state: "waiting" | "sending" | "done" | "failed";
  failure: FileFailure | null;
}

const uploadsAtom = atom<readonly FileUpload[]>([]);
const runningAtom = atom<AbortController | null>(null);
const store = getDefaultStore();
const change = (id: string, what: Partial<FileUpload>) =>
  store.set(uploadsAtom, (list) => list.map((one) => (one.id === id ? { ...one, ...what } : one)));

export const useUploads = (): readonly FileUpload[] => useAtomValue(uploadsAtom);

/** Sequential, because parallel uploads share the bandwidth and finish no sooner. */
async function run(onDone: (upload: FileUpload, result: Result<void, FileFailure>) => void): Promise<void> {
  if (store.get(runningAtom)) return;
  const stopping = new AbortController();
  store.set(runningAtom, stopping);
  const sync = await loadSync();
  for (;;) {
    const next = store.get(uploadsAtom).find((one) => one.state === "waiting");
    if (!next) break;
    const { id, file } = next;
    const { begun, sending, done } = UPLOAD_PROGRESS;
    change(id, { state: "sending", progress: begun, failure: null });
    const onSent = (share: number) => change(id, { progress: Math.round(sending + share * (done - 5 - sending)) });
    const result = await uploadFile(sync.transport, file, next, onSent, stopping.signal);
    if (result.ok) change(id, { state: "done", progress: done });
    else change(id, { state: "failed", failure: result.error });
    onDone(next, result);
    if (result.ok) void sync.syncNow();
  }
  store.set(runningAtom, null);
}

type OnDone = Parameters<typeof run>[0];

export function addUploads(files: readonly File[], to: { ownerId: string; folder: string }, onDone: OnDone): void {
  const added = files.map(
    (file): FileUpload => ({
      ...{ id: crypto.randomUUID(), file, ...to, progress: 0, state: "waiting", failure: null },
    }),
  );
  // New uploads remove finished ones from the list.
  store.set(uploadsAtom, (list) => [...list.filter((one) => one.state !== "done"), ...added]);
  void run(onDone);
}

export function retryUpload(id: string, onDone: OnDone): void {
  change(id, { state: "waiting", progress: 0, failure: null });
  void run(onDone);
}

export const dropUpload = (id: string) => store.set(uploadsAtom, (list) => list.filter((one) => one.id !== id));

async function withSync<T>(
  task: (sync: Awaited<ReturnType<typeof loadSync>>) => Promise<Result<T, FileFailure>>,
): Promise<Result<T, FileFailure>> {
  const sync = await loadSync();
  const result = await task(sync);
  if (result.ok) void sync.syncNow();
  return result;
}

export const refreshFiles = (ownerId: string) => withSync((sync) => listFiles(sync.transport, ownerId));
export const removeFile = (file: StoredFile) => withSync((sync) => deleteFile(sync.transport, file));
export const cleanStorage = (ownerId: string, preserved: readonly string[]) =>
  withSync((sync) => cleanFiles(sync.transport, ownerId, preserved));

export async function addressOf(file: StoredFile): Promise<string | null> {
  const { transport } = await loadSync();
  return fileAddress(transport, file);
}
