// Drafts: unsent input, stored on this device per name, user and tab (`draft-places.ts`). Forms use
// `useForm({ draft })`, single texts `useTextDraft`. A report's text is saved in its row
// (`use-report-draft.ts`); its draft holds only edits that a closing page could not write. In
// IndexedDB, because browsers flush local storage late, and a killed browser loses it. Read into
// memory at the start, so that forms render with their draft. Never contains passwords.
import { readKey, removeKeys, writeKey } from "./browser-storage.ts";
import { PERSON_KEY } from "./constants.ts";
import { forgetPlaces, freePlace, loadPlaces, occupyPlace } from "./draft-places.ts";
import { reportError } from "./error-log.ts";
import { createSaver, type Saver } from "./saver.ts";

export const DRAFTS_DATABASE = "betaflock-drafts";
const STORE = "drafts";
const KEEP_MS = 90 * 86_400_000;
const RETRY_MS = 5_000;
/** Asks other tabs to close the empty database. */
const CLOSE = "close";
/** A tab that does not close the database within this time is frozen. */
const PATIENCE_MS = 1_000;

interface Draft {
  value: unknown;
  at: number;
}

const drafts = new Map<string, Draft>();
const unsaved = new Set<string>();
let saver: Saver | null = null;
let channel: BroadcastChannel | null = null;
let opened: Promise<IDBDatabase> | null = null;
let database: IDBDatabase | null = null;
let close: () => void = () => undefined;

function ownerNow(): string {
  try {
    const person = JSON.parse(readKey(PERSON_KEY, "session") ?? readKey(PERSON_KEY) ?? "null");
    return typeof person?.id === "string" ? person.id : "anonymous";
  } catch {
    return "anonymous";
  }
}
const keyOf = (name: string) => `${ownerNow()}|${name}`;

// Cast: some browsers do not have Web Locks.
const locks = () => globalThis.navigator?.locks as LockManager | undefined;

/** Holds a lock while this tab has the database open. Returns a function that releases it. */
function hold(): () => void {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  // A page that is closing cannot get a lock.
  void locks()
    ?.request(DRAFTS_DATABASE, { mode: "shared" }, () => ended)
    .catch(() => undefined);
  return end;
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((done, failed) => {
    const request = indexedDB.open(DRAFTS_DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      const made = request.result;
      const release = hold();
      const closed = () => {
        release();
        opened = null;
        database = null;
      };
      made.onclose = closed;
      // Another tab deletes the database.
      made.onversionchange = () => close();
      close = () => {
        made.close();
        closed();
      };
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
 * Loads all drafts. Await it before rendering a form.
 * @param there the database exists; reading must not create it
 */
export const loadDrafts = (there: boolean): Promise<unknown> => Promise.all([loadPlaces(), readAll(there)]);

async function readAll(there: boolean): Promise<void> {
  if (typeof BroadcastChannel === "function") {
    channel = new BroadcastChannel(DRAFTS_DATABASE);
    channel.onmessage = ({ data }: MessageEvent<[string, Draft | null][] | typeof CLOSE>) => {
      if (data === CLOSE) return close();
      for (const [key, draft] of data) {
        if (unsaved.has(key)) continue;
        if (draft) drafts.set(key, draft);
        else drafts.delete(key);
      }
    };
  }
  if (!there) return;
  const store = (await open()).transaction(STORE).objectStore(STORE);
  const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf<Draft[]>(store.getAll())]);
  keys.forEach((key, index) => {
    const draft = values[index];
    if (!draft) return;
    if (Date.now() - draft.at > KEEP_MS) unsaved.add(String(key));
    else drafts.set(String(key), draft);
  });
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/**
 * A "device" draft stays until sent; a "tab" draft ends with the tab. Signed-out users get "tab",
 * because the next user of the device must not see it.
 */
export type Lifetime = "device" | "tab";

const tabPrefix = "draft|";

export function placeOf(name: string): string {
  const place = freePlace(keyOf(name), (key) => drafts.has(key));
  return place.slice(ownerNow().length + 1);
}

/** Reserves the place while the form is open. @returns call it when the form closes */
export function occupy(name: string, place: string): () => void {
  warm();
  return occupyPlace(keyOf(name), keyOf(place));
}

export function readDraft(name: string, lifetime: Lifetime = "device"): unknown {
  if (lifetime === "device") return drafts.get(keyOf(name))?.value;
  try {
    return JSON.parse(readKey(tabPrefix + name, "session") ?? "") as unknown;
  } catch {
    return undefined; // Missing, or truncated by a crash.
  }
}

/** True if a form of this name opened in this tab would have a draft. */
export const hasDraft = (name: string): boolean => readDraft(placeOf(name)) !== undefined;

export function countDrafts(): number {
  const own = keyOf("");
  return [...drafts.keys()].filter((key) => key.startsWith(own)).length;
}

/**
 * Saves a draft: tab drafts at once, device drafts debounced and when the page is hidden.
 * @param value any structured-cloneable value; null deletes the draft
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

/** Opens the database early, so that a closing page can still write. */
function warm(): void {
  if (!database) open().catch(reportError);
}

/** Writes unsaved drafts immediately, when the page closes. */
export const flushDrafts = (): void => saver?.flush();

/** Uses a single transaction, because a closing page cannot start a second. */
function write(to: IDBDatabase): Promise<void> {
  // Drop drafts of a user who logged out in another tab.
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
    // The disk is full or another tab closed the connection: drafts stay in memory and are retried.
    if (!(error instanceof DOMException)) reportError(error);
    setTimeout(() => saver?.typed(), RETRY_MS);
  });
}

/** Deletes the drafts of a user who logs out, and all drafts of this tab. */
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
  channel?.postMessage(CLOSE);
  close();
  // Waiting for a frozen tab would block all tabs that open the database, so keep the empty
  // database then.
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await (locks()?.request(DRAFTS_DATABASE, { signal }, remove) ?? remove()).catch(() => undefined);
}

const remove = () =>
  new Promise<void>((done) => {
    const request = indexedDB.deleteDatabase(DRAFTS_DATABASE);
    request.onsuccess = request.onerror = request.onblocked = () => done();
  });
