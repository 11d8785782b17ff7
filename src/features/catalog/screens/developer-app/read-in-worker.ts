// Parses a package in a web worker, and terminates it when cancelled.
import type { BuildPlatform } from "#sync/files/file-types.ts";
import type { PackageRead } from "#sync/packages/read-package.ts";
import type { WorkerAnswer, WorkerOrder } from "./package-worker.ts";

/** The parser stops after 15 seconds. This terminates one that hangs. */
const mostMs = 20_000;

/**
 * @returns null if cancelled
 * @throws DOMException if the file is no longer readable, Error if the parser fails
 */
export async function readInWorker(
  file: File,
  platform: BuildPlatform,
  signal: AbortSignal,
): Promise<PackageRead | null> {
  const worker = new Worker(new URL("./package-worker.ts", import.meta.url), { type: "module" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<PackageRead | null>((done, failed) => {
      worker.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer>) => {
        if ("read" in data) done(data.read);
        else failed("gone" in data ? new DOMException("gone", "NotReadableError") : new Error(data.failed));
      });
      // The worker failed to load.
      worker.addEventListener("error", ({ message }) => failed(new Error(message || "No worker for packages")));
      timer = setTimeout(() => done({ ok: false, failure: "damaged" }), mostMs);
      signal.addEventListener("abort", () => done(null));
      if (signal.aborted) done(null);
      else worker.postMessage({ file, platform } satisfies WorkerOrder);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
