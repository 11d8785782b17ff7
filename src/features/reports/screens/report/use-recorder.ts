// Recording the screen, where the browser can: until Stop, the browser's own bar, or the size that
// a report may carry.
// What was recorded is kept even when the page is left in the middle.
import { useEffect, useRef, useState } from "react";
import { attachmentLimits } from "../../../../state/image-processing.ts";

const BITS_PER_SECOND = 1_500_000;
/** Below the limit of a file: the last piece still has to fit. */
const STOP_AT_BYTES = attachmentLimits.bytes * 0.95;

export const canRecordScreen = (): boolean =>
  typeof MediaRecorder !== "undefined" && typeof navigator.mediaDevices?.getDisplayMedia === "function";

export type RecorderFailure = "refused" | "failed";

interface RecorderOptions {
  onDone: (file: File) => void;
  onFailed: (failure: RecorderFailure) => void;
}

export function useRecorder({ onDone, onFailed }: RecorderOptions) {
  const [since, setSince] = useState<number | null>(null);
  const recorder = useRef<MediaRecorder | null>(null);
  const handlers = useRef({ onDone, onFailed });
  useEffect(() => {
    handlers.current = { onDone, onFailed };
  });

  const stop = () => {
    if (recorder.current?.state === "recording") recorder.current.stop();
  };
  useEffect(
    () => () => {
      if (recorder.current?.state === "recording") recorder.current.stop();
    },
    [],
  );

  const start = async () => {
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 15 }, audio: false });
    } catch (error) {
      // Saying no in the browser's own dialog is an answer, not a fault.
      const refused = error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);
      return handlers.current.onFailed(refused ? "refused" : "failed");
    }
    const type = ["video/webm", "video/mp4"].find((one) => MediaRecorder.isTypeSupported(one)) ?? "video/webm";
    const made = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS_PER_SECOND });
    const pieces: Blob[] = [];
    let size = 0;
    made.ondataavailable = ({ data }) => {
      pieces.push(data);
      size += data.size;
      if (size > STOP_AT_BYTES) stop();
    };
    made.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      recorder.current = null;
      setSince(null);
      const name = `recording-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}`;
      // Without the codec behind the type: storage knows the bare one.
      if (size > 0)
        handlers.current.onDone(new File(pieces, `${name}.${type === "video/mp4" ? "mp4" : "webm"}`, { type }));
      else handlers.current.onFailed("failed");
    };
    for (const track of stream.getTracks()) track.onended = stop;
    recorder.current = made;
    made.start(1000);
    setSince(Date.now());
  };

  return { since, start, stop };
}
