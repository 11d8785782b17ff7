// Drafts: what was typed and not sent yet, stored on this device, one for each name and person, and
// for each tab that has the same form open (draft-places.ts). Forms use them through
// `useForm({ draft })`, single texts through `useTextDraft`. A report's text is saved in its row
// (use-report-draft.ts); only what a closing page could not write is a draft.
// In IndexedDB, since browsers write local storage to the disk seconds or minutes later: a browser
// that is killed loses it. Read into memory when the app starts, so that a form has its draft when
// it is first drawn. Never passwords.
import { readKey, removeKeys, writeKey } from "./browser-storage.ts";
import { PERSON_KEY } from "./constants.ts";
import { forgetPlaces, freePlace, loadPlaces, occupyPlace } from "./draft-places.ts";
import { reportError } from "./error-log.ts";
import { createSaver, type Saver } from "./saver.ts";

export const DRAFTS_DATABASE = "betaflock-drafts";
const STORE = "drafts";
/** Nobody came back for it. */
const KEEP_MS = 90 * 86_400_000;
const RETRY_MS = 5_000;

interface Draft {
  value: unknown;
  at: number;
}

const drafts = new Map<string, Draft>();
/** Keys whose latest value is not on the disk yet. */
const unsaved = new Set<string>();
let saver: Saver | null = null;
let channel: BroadcastChannel | null = null;
let opened: Promise<IDBDatabase> | null = null;
let database: IDBDatabase | null = null;

/** Whose drafts: nobody finds those of another person on the same device. */
function ownerNow(): string {
  try {
    const person = JSON.parse(readKey(PERSON_KEY, "session") ?? readKey(PERSON_KEY) ?? "null");
    return typeof person?.id === "string" ? person.id : "anonymous";
  } catch {
    return "anonymous";
  }
}
const keyOf = (name: string) => `${ownerNow()}|${name}`;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((done, failed) => {
    const request = indexedDB.open(DRAFTS_DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      const made = request.result;
      const closed = () => {
        opened = null;
        database = null;
      };
      // Another tab logs out and deletes it.
      made.onversionchange = () => {
        made.close();
        closed();
      };
      made.onclose = closed;
      database = made;
      done(made);
    };
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

const strict = { durability: "strict" } as const;

/**
 * At the start, before a form is drawn. @param there the database exists: it is not made only to be
 * looked into
 */
export const loadDrafts = (there: boolean): Promise<unknown> => Promise.all([loadPlaces(), readAll(there)]);

async function readAll(there: boolean): Promise<void> {
  if (typeof BroadcastChannel === "function") {
    channel = new BroadcastChannel(DRAFTS_DATABASE);
    channel.onmessage = ({ data }: MessageEvent<[string, Draft | null][]>) => {
      for (const [key, draft] of data) {
        if (unsaved.has(key)) continue;
        if (draft) drafts.set(key, draft);
        else drafts.delete(key);
      }
    };
  }
  if (!there) return;
  const store = (await open()).transaction(STORE).objectStore(STORE);
  const [keys, values] = await Promise.all([answerOf(store.getAllKeys()), answerOf<Draft[]>(store.getAll())]);
  keys.forEach((key, index) => {
    const draft = values[index];
    if (!draft) return;
    if (Date.now() - draft.at > KEEP_MS) unsaved.add(String(key));
    else drafts.set(String(key), draft);
  });
}

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/**
 * How long a draft stays: on this device until it is sent, or only as long as this tab. What
 * somebody typed who never signed in is not for the next one at this device.
 */
export type Lifetime = "device" | "tab";

const tabPrefix = "draft|";

/** The name of the draft for a form of this name that is opened in this tab now. */
export function placeOf(name: string): string {
  const place = freePlace(keyOf(name), (key) => drafts.has(key));
  return place.slice(ownerNow().length + 1);
}

/**
 * Other tabs leave this place alone as long as the form is open.
 * @returns to be called when it is closed
 */
export function occupy(name: string, place: string): () => void {
  warm();
  return occupyPlace(keyOf(name), keyOf(place));
}

/** Undefined: there is none. */
export function readDraft(name: string, lifetime: Lifetime = "device"): unknown {
  if (lifetime === "device") return drafts.get(keyOf(name))?.value;
  try {
    return JSON.parse(readKey(tabPrefix + name, "session") ?? "") as unknown;
  } catch {
    return undefined; // None, or cut off while it was written.
  }
}

/**
 * Saves a draft: a tab's at once, a device's in a moment, at the latest when the page is hidden.
 * @param value anything that can be cloned; null: it was sent, or is no longer wanted
 */
export function saveDraft(name: string, value: unknown, lifetime: Lifetime = "device"): void {
  if (lifetime === "tab") {
    writeKey(tabPrefix + name, value === null ? null : JSON.stringify(value), "session");
    return;
  }
  const key = keyOf(name);
  if (value !== null) drafts.set(key, { value, at: Date.now() });
  else if (!drafts.delete(key)) return;
  unsaved.add(key);
  saver ??= createSaver(save);
  saver.typed();
  warm();
}

/** The database is open by the time that the page is closed, be it after the first letter. */
function warm(): void {
  if (!database) open().catch(reportError);
}

/** Writes at once what was saved so far: the page is being closed. */
export const flushDrafts = (): void => saver?.flush();

/** Written in one go: a page that is closed gets no second one. */
function write(to: IDBDatabase): Promise<void> {
  // Logged out in another tab meanwhile: what was theirs is not written once more.
  const owners = [`${ownerNow()}|`, "anonymous|"];
  const own = [...unsaved].filter((key) => owners.some((owner) => key.startsWith(owner)));
  const changes = own.map((key) => [key, drafts.get(key) ?? null] as const);
  unsaved.clear();
  return new Promise<void>((done, failed) => {
    const transaction = to.transaction(STORE, "readwrite", strict);
    const store = transaction.objectStore(STORE);
    for (const [key, draft] of changes) draft ? store.put(draft, key) : store.delete(key);
    transaction.oncomplete = () => done();
    transaction.onabort = () => {
      for (const [key] of changes) unsaved.add(key);
      failed(transaction.error);
    };
    transaction.commit();
    channel?.postMessage(changes);
  });
}

function save(): void {
  const writing = database ? write(database) : open().then(write);
  writing.catch((error: unknown) => {
    // Full, or let go of by another tab: the words are in memory, and are tried again.
    if (!(error instanceof DOMException)) reportError(error);
    setTimeout(() => saver?.typed(), RETRY_MS);
  });
}

/** Deletes the drafts of a person who logs out, and all of this tab. */
export async function forgetDrafts(owner: string): Promise<void> {
  removeKeys(tabPrefix, "session");
  forgetPlaces();
  const own = `${owner}|`;
  for (const key of [...drafts.keys()]) if (key.startsWith(own)) drafts.delete(key);
  for (const key of [...unsaved]) if (key.startsWith(own)) unsaved.delete(key);
  const names = (await indexedDB.databases?.()) ?? [{ name: DRAFTS_DATABASE }];
  if (!names.some(({ name }) => name === DRAFTS_DATABASE)) return;
  const made = await open();
  const transaction = made.transaction(STORE, "readwrite", strict);
  const store = transaction.objectStore(STORE);
  store.delete(IDBKeyRange.bound(own, `${own}\uffff`));
  const left = store.count();
  await new Promise<void>((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error);
  });
  if (left.result > 0) return;
  made.close();
  database = null;
  opened = null;
  indexedDB.deleteDatabase(DRAFTS_DATABASE);
}
