/**
 * Where the bytes of a package are: a file on the device, or an object on the server read by
 * ranges.
 */
export interface PackageSource {
  readonly size: number;
  /** Exactly these bytes, or it rejects. */
  read(at: number, length: number): Promise<Uint8Array>;
}

export const fileSource = (file: Blob): PackageSource => ({
  size: file.size,
  read: async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
});
