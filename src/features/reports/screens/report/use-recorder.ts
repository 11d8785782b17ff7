// Records the screen until the user stops it or the size limit is reached. Leaving the page keeps
// the recording.
import { atom, useAtom, useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { attachmentLimits } from "#state/image-processing.ts";

const BITS_PER_SECOND = 1_500_000;
/** Below the file limit, so that the last chunk still fits. */
const STOP_AT_BYTES = attachmentLimits.bytes * 0.95;

export const canRecordScreen = (): boolean =>
  typeof MediaRecorder !== "undefined" && typeof navigator.mediaDevices?.getDisplayMedia === "function";

/** Start of the only recording, in ms; null when none is running. */
const sinceAtom = atom<number | null>(null);
export const useIsRecording = (): boolean => useAtomValue(sinceAtom) !== null;

export type RecorderFailure = "rejected" | "failed";

interface RecorderOptions {
  onDone: (file: File) => void;
  onFailed: (failure: RecorderFailure) => void;
}

export function useRecorder({ onDone, onFailed }: RecorderOptions) {
  const [since, setSince] = useAtom(sinceAtom);
  const recorder = useRef<MediaRecorder | null>(null);
  const handlers = useRef({ onDone, onFailed });
  const left = useRef(false);
  useEffect(() => {
    handlers.current = { onDone, onFailed };
  });

  const stop = () => {
    if (recorder.current?.state === "recording") recorder.current.stop();
  };
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      if (recorder.current?.state === "recording") recorder.current.stop();
    };
  }, []);

  const start = async () => {
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 15 }, audio: false });
    } catch (error) {
      // A denied permission is a choice, not an error.
      const rejected = error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);
      return handlers.current.onFailed(rejected ? "rejected" : "failed");
    }
    // The form was closed during the permission prompt.
    if (left.current) {
      for (const track of stream.getTracks()) track.stop();
      return;
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
      // Strips the codec, because storage accepts only bare media types.
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
