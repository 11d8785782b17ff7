// Bytes of a file as they lie in the device database.

/** As bytes where the browser stores no Blob (stored-bytes.ts). */
export type StoredBytes = Blob | { bytes: ArrayBuffer; type: string };

export interface StoredBlob {
  sha256: string;
  data: StoredBytes;
  type: string;
  size: number;
  /** 1: of a pending item, or an own image: never evicted. 0: cached, can be fetched again. */
  own: 0 | 1;
  at: string;
}
