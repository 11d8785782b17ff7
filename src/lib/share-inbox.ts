// Files and texts shared from other apps that no report has taken yet. Stored in a cache that both
// the service worker (`share-target.ts`) and the page can access; never sent from here.

const CACHE = "shared";
const FOLDER = "/shared/";
/** Older items are deleted. */
const KEEP_MS = 30 * 86_400_000;
export const SHARE_PATH = "/share";
export const SHARE_PAGE = "/tester/share";

interface SharedFile {
  key: string;
  file: File;
}
export interface Shared {
  files: SharedFile[];
  /** Shared texts and URLs, one string per share. */
  texts: { key: string; text: string }[];
}

async function keep(cache: Cache, body: Blob | string, headers: Record<string, string>): Promise<void> {
  const kept = { ...headers, "x-kept-at": String(Date.now()) };
  await cache.put(FOLDER + crypto.randomUUID(), new Response(body, { headers: kept }));
}

/** @returns false if the device has no space left */
export async function addShared(files: readonly File[], text = ""): Promise<boolean> {
  try {
    const cache = await caches.open(CACHE);
    for (const file of files) {
      await keep(cache, file, { "content-type": file.type, "x-name": encodeURIComponent(file.name) });
    }
    if (text !== "") await keep(cache, text, { "content-type": "text/x-shared" });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") return false;
    throw error;
  }
}

/** Oldest first. */
export async function readShared(now: number): Promise<Shared> {
  const shared: Shared = { files: [], texts: [] };
  if (!("caches" in globalThis)) return shared;
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (!kept) continue;
    const key = new URL(request.url).pathname;
    const type = kept.headers.get("content-type") ?? "";
    const name = decodeURIComponent(kept.headers.get("x-name") ?? "");
    if (now - Number(kept.headers.get("x-kept-at")) > KEEP_MS) await cache.delete(request);
    else if (type === "text/x-shared") shared.texts.push({ key, text: await kept.text() });
    else shared.files.push({ key, file: new File([await kept.blob()], name, { type }) });
  }
  return shared;
}

export async function removeShared(keys: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(keys.map((key) => cache.delete(key)));
}

/** Called on logout, because the next user must not see them. */
export async function clearShared(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(CACHE);
}
