// Reads one package, in a thread of its own: whoever started it may end it at any time.
import { fileSource } from "../../../../../sync/packages/package-source.ts";
import { type PackageRead, readPackage } from "../../../../../sync/packages/read-package.ts";

/** `gone`: the file cannot be read any more. `failed`: the code is wrong. */
export type WorkerAnswer = { read: PackageRead } | { gone: true } | { failed: string };

const answerFor = (file: File): Promise<WorkerAnswer> =>
  readPackage(fileSource(file), file.name).then(
    (read) => ({ read }),
    (error: unknown) => (error instanceof DOMException ? { gone: true } : { failed: String(error) }),
  );

addEventListener("message", ({ data }: MessageEvent<File>) => {
  void answerFor(data).then((answer) => postMessage(answer));
});
