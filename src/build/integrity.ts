// Adds hashes to the precache manifest, so that the service worker rejects wrong responses with
// status 200: a captive portal, a fallback page, or a partial deploy.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

interface ManifestEntry {
  url: string;
  integrity?: string;
}

/** Workbox transform that adds `integrity` to each entry. */
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
