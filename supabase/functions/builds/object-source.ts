import { DamagedPackage } from "../../../sync/packages/bytes.ts";
import type { PackageSource } from "../../../sync/packages/package-source.ts";
import { ForbiddenCall, projectFetch } from "../_shared/http.ts";
import { storagePath } from "../_shared/storage-path.ts";
import type { FunctionEnv } from "../_shared/types.ts";

const requestMs = 15_000;
const blockBytes = 1024 * 1024;
const keptBlocks = 8;
/** More than any valid package needs; beyond it, the package counts as damaged. */
const mostBytes = 256 * 1024 * 1024;

/** Rejects with a NotReadableError when storage does not answer. */
export const objectSource = (env: FunctionEnv, bucket: string, path: string, size: number): PackageSource => ({
  size,
  async read(at, length) {
    if (length === 0) return new Uint8Array();
    const address = storagePath("authenticated", bucket, path);
    const unreadable = (why: string) => new DOMException(why, "NotReadableError");
    let response: Response;
    let bytes: Uint8Array;
    try {
      response = await projectFetch(env, "GET", address, "service", {
        headers: { range: `bytes=${at}-${at + length - 1}` },
        signal: AbortSignal.timeout(requestMs),
      });
      if (response.status !== 206) {
        await response.body?.cancel();
        throw unreadable(`storage answered ${response.status}`);
      }
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      if (error instanceof ForbiddenCall) throw error;
      throw unreadable(error instanceof Error ? error.message : String(error));
    }
    if (bytes.length !== length) throw unreadable(`${bytes.length} bytes of ${length}`);
    return bytes;
  },
});

/** Reads blocks and caches the last ones: a ZIP is read in many small steps. */
export function blockwise(source: PackageSource): PackageSource {
  const blocks = new Map<number, Promise<Uint8Array>>();
  let fetched = 0;
  const blockAt = (index: number): Promise<Uint8Array> => {
    const kept = blocks.get(index);
    if (kept !== undefined) return kept;
    const at = index * blockBytes;
    const length = Math.min(blockBytes, source.size - at);
    fetched += length;
    if (fetched > mostBytes) throw new DamagedPackage(`more than ${mostBytes} bytes`);
    const block = source.read(at, length);
    blocks.set(index, block);
    const [oldest] = blocks.keys();
    if (blocks.size > keptBlocks && oldest !== undefined) blocks.delete(oldest);
    return block;
  };
  return {
    size: source.size,
    async read(at, length) {
      const bytes = new Uint8Array(length);
      for (let done = 0; done < length; ) {
        const position = at + done;
        const block = await blockAt(Math.floor(position / blockBytes));
        const part = block.subarray(position % blockBytes, (position % blockBytes) + length - done);
        if (part.length === 0) throw new DamagedPackage("beyond the end");
        bytes.set(part, done);
        done += part.length;
      }
      return bytes;
    },
  };
}
