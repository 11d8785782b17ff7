import { DamagedPackage } from "./bytes.ts";

/** The bytes of a package: a file on the device, or an object on the server read by ranges. */
export interface PackageSource {
  readonly size: number;
  /** Returns exactly these bytes, or rejects. */
  read(at: number, length: number): Promise<Uint8Array>;
}

/** Reports reads outside the file as damage, since the package caused them. */
export const boundedSource = (source: PackageSource): PackageSource => ({
  size: source.size,
  read: async (at, length) => {
    if (!Number.isSafeInteger(at) || at < 0 || length < 0 || at + length > source.size)
      throw new DamagedPackage(`${length} bytes at ${at} of ${source.size}`);
    return source.read(at, length);
  },
});

export const fileSource = (file: Blob): PackageSource => ({
  size: file.size,
  read: async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
});
