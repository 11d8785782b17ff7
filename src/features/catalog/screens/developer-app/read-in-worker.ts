// Reads a chosen package beside the page, which stays free, and ends the reading when nobody waits
// for it any more.
import type { PackageRead } from "../../../../../sync/packages/read-package.ts";
import type { WorkerAnswer } from "./package-worker.ts";

/**
 * The reading ends itself after 15 seconds. What does not, not even to look at the clock, is ended
 * from here.
 */
const mostMs = 20_000;

/**
 * @returns null: it was cancelled
 * @throws DOMException when the file cannot be read any more, Error when the code cannot
 */
export async function readInWorker(file: File, signal: AbortSignal): Promise<PackageRead | null> {
  const worker = new Worker(new URL("./package-worker.ts", import.meta.url), { type: "module" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<PackageRead | null>((done, failed) => {
      worker.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer>) => {
        if ("read" in data) done(data.read);
        else failed("gone" in data ? new DOMException("gone", "NotReadableError") : new Error(data.failed));
      });
      // It could not be loaded.
      worker.addEventListener("error", ({ message }) => failed(new Error(message || "No worker for packages")));
      timer = setTimeout(() => done({ ok: false, failure: "damaged" }), mostMs);
      signal.addEventListener("abort", () => done(null));
      if (signal.aborted) done(null);
      else worker.postMessage(file);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
