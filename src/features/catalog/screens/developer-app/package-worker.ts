// Parses one package in a web worker, which the page can terminate at any time.
import type { BuildPlatform } from "#sync/files/file-types.ts";
import { fileSource } from "#sync/packages/package-source.ts";
import { type PackageRead, readPackage } from "#sync/packages/read-package.ts";

/** `gone`: the file is no longer readable. `failed`: the parser crashed. */
export type WorkerAnswer = { read: PackageRead } | { gone: true } | { failed: string };

export interface WorkerOrder {
  file: File;
  platform: BuildPlatform;
}

const answerFor = ({ file, platform }: WorkerOrder): Promise<WorkerAnswer> =>
  readPackage(fileSource(file), file.name, platform).then(
    (read) => ({ read }),
    (error: unknown) => (error instanceof DOMException ? { gone: true } : { failed: String(error) }),
  );

addEventListener("message", ({ data }: MessageEvent<WorkerOrder>) => {
  void answerFor(data).then((answer) => postMessage(answer));
});
