// Computes checksums without blocking the page: small files in one browser call, large ones in
// steps, so that half a gigabyte is never in memory at once.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { isFileGone } from "../transport/errors.ts";
import { fail, ok, type Result } from "../transport/result.ts";

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

interface Bytes {
  size: number;
  sha256: string;
}

/** True if the bytes match their size and checksum. An unreadable stored file counts as damaged. */
export const isIntact = async (file: Blob, { size, sha256 }: Bytes): Promise<boolean> =>
  file.size === size && (await sha256Of(file).catch(() => "")) === sha256;

/** Faster check for viewing: reads only the end of a large file. */
export async function looksIntact(file: Blob, bytes: Bytes): Promise<boolean> {
  if (file.size <= WHOLE_UP_TO || file.size !== bytes.size) return isIntact(file, bytes);
  const end = await file
    .slice(-1)
    .arrayBuffer()
    .catch(() => null);
  return end?.byteLength === 1;
}

/** Computes the checksum of a chosen file. Fails if it was changed or deleted since. */
export async function checksumOf(file: Blob, onProgress?: (done: number) => void): Promise<Result<string>> {
  try {
    return ok(await sha256Of(file, onProgress));
  } catch (error) {
    if (isFileGone(error)) return fail({ type: "file_gone" });
    throw error;
  }
}
