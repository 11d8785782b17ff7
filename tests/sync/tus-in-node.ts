// tus-js-client for Node reads Buffers and streams, for browsers Blobs. What is sent here is what a
// browser keeps: a Blob.
import type { FileReader, FileSource, UploadOptions } from "tus-js-client";
import { vi } from "vitest";

const blobReader: FileReader = {
  async openFile(input: unknown): Promise<FileSource> {
    const blob = input as Blob;
    return {
      size: blob.size,
      async slice(start, end) {
        const value = Buffer.from(await blob.slice(start, end).arrayBuffer());
        return { value: Object.assign(value, { size: value.length }) as never, done: end >= blob.size };
      },
      close: () => undefined,
    };
  },
};

vi.mock("tus-js-client", async (original) => {
  const tus = await original<typeof import("tus-js-client")>();
  class Upload extends tus.Upload {
    constructor(file: Blob, options: UploadOptions) {
      super(file as never, { ...options, fileReader: blobReader });
    }
  }
  return { ...tus, Upload };
});
