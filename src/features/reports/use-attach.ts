// Attaches files to a report or task, or explains the failure. Counts files being read, because a
// report must not be sent without them.
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { atom, useAtomValue, useSetAtom } from "jotai";
import { reportAttach } from "#sync/mutations/feedback.ts";
import type { Attachment } from "#sync/schema/feedback.ts";
import { type PrepareProblem, prepareFile } from "../../state/image-processing.ts";
import { type Failure, type Result, useMutation } from "../../state/store.ts";
import { showToast } from "../../ui/toast.tsx";
import { failureText } from "../sync/failures.ts";

const problems: { readonly [P in PrepareProblem]: MessageDescriptor } = {
  gone: msg`This file can no longer be read. Choose it again.`,
  empty: msg`The file is empty.`,
  wrong_type: msg`Reports take pictures, videos, PDF, text, JSON, ZIP and GZIP files whose content matches their name.`,
  heic: msg`This browser cannot open HEIC photos. Save it as JPEG, or choose Settings > Camera > Formats > Most Compatible on the iPhone.`,
  unreadable: msg`This picture could not be read.`,
};

/** Number of files being read, by report or application. Outlives the form, as reading does. */
const addingAtom = atom<ReadonlyMap<string, number>>(new Map());
const countAtom = atom(null, (get, set, reportId: string, change: 1 | -1) => {
  const counts = new Map(get(addingAtom));
  const count = (counts.get(reportId) ?? 0) + change;
  if (count > 0) counts.set(reportId, count);
  else counts.delete(reportId);
  set(addingAtom, counts);
});

export const useFilesBeingAdded = (reportId: string): number => useAtomValue(addingAtom).get(reportId) ?? 0;

/** Increments the count while `task` reads a file. */
export function useCountedFile() {
  const count = useSetAtom(countAtom);
  return async <T>(reportId: string, task: () => Promise<T>): Promise<T> => {
    count(reportId, 1);
    try {
      return await task();
    } finally {
      count(reportId, -1);
    }
  };
}

export type Attach = (
  rowId: string,
  file: { name: string; blob: Blob; width?: number; height?: number },
  instead?: Attachment,
) => Promise<Result<unknown>>;

export function useAttach() {
  const { t } = useLingui();
  return useAttachTo(useMutation(reportAttach), t`This report already has the maximum number of files.`);
}

/**
 * @param fullText shown when there is no room for another file
 * @returns a function that attaches files and resolves to one result each; `instead` is the file
 * that a single new one replaces
 */
export function useAttachTo(attach: Attach, fullText: string) {
  const { t } = useLingui();
  const counted = useCountedFile();

  const reason = (failure: Failure) => {
    if (failure.type === "not_allowed" && failure.code === "duplicate") return t`It is already attached.`;
    if (failure.type === "not_allowed" && failure.code === "too_many") return fullText;
    if (failure.type === "not_allowed" && failure.code === "report_full")
      return t`The files of one report can take up 250 MB in total.`;
    return t(failureText(failure));
  };
  const reject = (name: string, description: string) =>
    showToast({ tone: "danger", title: t`“${name}” was not attached`, description });

  const one = async (reportId: string, file: File, instead?: Attachment): Promise<boolean | "full"> => {
    const prepared = await prepareFile(file);
    if (!prepared.ok) {
      reject(file.name, t(problems[prepared.problem]));
      return false;
    }
    const kept = await attach(reportId, prepared.file, instead);
    if (kept.ok && prepared.file.stopped)
      showToast({
        title: t`“${file.name}” was attached as a still picture`,
        description: t`Attach a video or a GIF to show movement.`,
      });
    if (!kept.ok) reject(file.name, reason(kept.error));
    const isFull = !kept.ok && kept.error.type === "not_allowed" && kept.error.code === "too_many";
    return isFull ? "full" : kept.ok;
  };
  // Decodes one file at a time to limit memory. All files count from the start.
  return async (reportId: string, files: readonly File[], instead?: Attachment): Promise<boolean[]> => {
    let before: Promise<unknown> = Promise.resolve();
    let isFull = false;
    let left = 0;
    const attached = await Promise.all(
      files.map((file) =>
        counted(reportId, () => {
          const done = before.then(async () => {
            if (isFull) left += 1;
            else {
              const result = await one(reportId, file, instead);
              isFull = result === "full";
              return result === true;
            }
            return false;
          });
          before = done.catch(() => undefined);
          return done;
        }),
      ),
    );
    // One message for all files above the limit, which are not decoded.
    if (left > 0)
      showToast({
        tone: "danger",
        title: t`${plural(left, { one: "# more file was not attached", other: "# more files were not attached" })}`,
        description: fullText,
      });
    return attached;
  };
}
