// The checksum of a file, without the page standing still: small files in one call of the browser's
// own, large ones in steps, so that half a gigabyte is never in memory at once.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const WHOLE_UP_TO = 8 * 1024 * 1024;
/** A step takes a few milliseconds. */
const STEP = 1024 * 1024;

/** @param onProgress bytes done @returns 64 hex digits */
export async function sha256Of(blob: Blob, onProgress?: (done: number) => void): Promise<string> {
  if (blob.size <= WHOLE_UP_TO) {
    return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer())));
  }
  const hash = sha256.create();
  for (let from = 0; from < blob.size; from += STEP) {
    hash.update(new Uint8Array(await blob.slice(from, from + STEP).arrayBuffer()));
    onProgress?.(Math.min(blob.size, from + STEP));
  }
  return bytesToHex(hash.digest());
}
