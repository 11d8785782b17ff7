// Loads an attachment from the device or server as an object URL. The URL is revoked on unmount.
import { useEffect, useState } from "react";
import type { Attachment, Feedback } from "../../sync/schema/feedback.ts";
import { type AttachmentView, readAttachment } from "../../sync/uploads/attachment-cache.ts";
import { reportError } from "../lib/error-log.ts";
import { useStatus } from "./status.ts";
import { useStore } from "./store.ts";
import { useSync } from "./sync.ts";

export type AttachmentState =
  | { state: "loading" }
  | { state: "ready"; url: string; blob: Blob }
  | Exclude<AttachmentView, { state: "ready" }>;

export function useAttachment(row: Pick<Feedback, "tester_id" | "uploaded">, attachment: Attachment): AttachmentState {
  const store = useStore();
  const sync = useSync();
  const online = useStatus("online");
  const [result, setResult] = useState<AttachmentState>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  const uploaded = row.uploaded.includes(attachment.id);
  const key = `${attachment.id}|${uploaded}|${attempt}`;
  const waits = result.state === "offline";

  useEffect(() => {
    if (online && waits) setAttempt((n) => n + 1);
  }, [online, waits]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names both
  useEffect(() => {
    if (!store || !sync) return;
    let left = false;
    let url = "";
    readAttachment(store, sync.transport, row, attachment).then(
      (view) => {
        if (left) return;
        if (view.state !== "ready") return setResult(view);
        url = URL.createObjectURL(view.blob);
        setResult({ state: "ready", url, blob: view.blob });
      },
      (error: unknown) => {
        reportError(error);
        if (!left) setResult({ state: "missing" });
      },
    );
    return () => {
      left = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [store, sync, key]);
  return result;
}
