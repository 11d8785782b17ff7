// Hashes every precached file, so that the service worker can tell the file of this build from any
// other answer with 200 (a captive portal's page, a host's fallback page, half of a deploy).
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

interface ManifestEntry {
  url: string;
  integrity?: string;
}

/** For Workbox: adds `integrity` to each entry of the precache manifest. */
export const withIntegrity =
  (folder: string) =>
  async <E extends ManifestEntry>(entries: E[]): Promise<{ manifest: E[] }> => ({
    manifest: await Promise.all(
      entries.map(async (entry) => {
        const body = await readFile(join(folder, entry.url));
        return { ...entry, integrity: `sha256-${createHash("sha256").update(body).digest("base64")}` };
      }),
    ),
  });
