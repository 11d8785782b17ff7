// Files and texts that another app shared with this one and that belong to no report yet. In a
// cache of their own, which the service worker (share-target.ts) and the page both reach. They
// never leave the device from here.

const CACHE = "shared";
const FOLDER = "/shared/";
/** Abandoned after that. */
const KEEP_MS = 30 * 86_400_000;
export const SHARE_PATH = "/share";
export const SHARE_PAGE = "/tester/share";

interface SharedFile {
  key: string;
  file: File;
}
export interface Shared {
  files: SharedFile[];
  /** Texts and URLs that were shared along, as one text. */
  texts: { key: string; text: string }[];
}

async function keep(cache: Cache, body: Blob | string, headers: Record<string, string>): Promise<void> {
  const kept = { ...headers, "x-kept-at": String(Date.now()) };
  await cache.put(FOLDER + crypto.randomUUID(), new Response(body, { headers: kept }));
}

/** @returns false: the device has no space left */
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

/** In the order of arrival. */
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

/** For signing out: the next person must not see them. */
export async function clearShared(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(CACHE);
}
