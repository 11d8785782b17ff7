// A file's bytes in the device database.

/** Bytes if the browser stores no Blob (stored-bytes.ts). */
export type StoredBytes = Blob | { bytes: ArrayBuffer; type: string };

export interface StoredBlob {
  sha256: string;
  data: StoredBytes;
  type: string;
  size: number;
  /**
   * 1: a pending item or an own image, never evicted. 0: a cached file that can be downloaded
   * again.
   */
  own: 0 | 1;
  at: string;
}
