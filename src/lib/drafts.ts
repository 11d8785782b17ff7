// What was typed into a form and not sent: kept on this device until it is, one for each form and
// person. In IndexedDB, since browsers write local storage to the disk seconds or minutes later: a
// browser that is killed loses it. Read into memory when the app starts, so that a form has its
// draft when it is first drawn. Never passwords.
import { readKey, writeKey } from "./browser-storage.ts";
import { PERSON_KEY } from "./constants.ts";
import { reportError } from "./error-log.ts";
import { createSaver, type Saver } from "./saver.ts";

export const DRAFTS_DATABASE = "betaflock-drafts";
const STORE = "drafts";
/** Nobody came back for it. */
const KEEP_MS = 90 * 86_400_000;
const RETRY_MS = 5_000;

interface Kept {
  value: unknown;
  at: number;
}

const drafts = new Map<string, Kept>();
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
export async function loadDrafts(there: boolean): Promise<void> {
  if (typeof BroadcastChannel === "function") {
    channel = new BroadcastChannel(DRAFTS_DATABASE);
    channel.onmessage = ({ data }: MessageEvent<[string, Kept | null][]>) => {
      for (const [key, kept] of data) {
        if (unsaved.has(key)) continue;
        if (kept) drafts.set(key, kept);
        else drafts.delete(key);
      }
    };
  }
  if (!there) return;
  const store = (await open()).transaction(STORE).objectStore(STORE);
  const [keys, values] = await Promise.all([answerOf(store.getAllKeys()), answerOf<Kept[]>(store.getAll())]);
  keys.forEach((key, index) => {
    const kept = values[index];
    if (!kept) return;
    if (Date.now() - kept.at > KEEP_MS) unsaved.add(String(key));
    else drafts.set(String(key), kept);
  });
}

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/** Undefined: there is none. */
export function readDraft(name: string): unknown {
  const kept = drafts.get(keyOf(name));
  if (kept) return kept.value;
  // Where versions before this one kept it.
  const text = readKey(name);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param value anything that can be cloned; null: it was sent, or is no longer wanted */
export function keepDraft(name: string, value: unknown): void {
  const key = keyOf(name);
  if (value === null) {
    drafts.delete(key);
    writeKey(name, null);
  } else drafts.set(key, { value, at: Date.now() });
  unsaved.add(key);
  saver ??= createSaver(save);
  saver.typed();
  // Open by the time that the page is closed.
  if (!database) open().catch(reportError);
}

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
    for (const [key, kept] of changes) kept ? store.put(kept, key) : store.delete(key);
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

/** Forgets what a person typed and did not send. For logging out. */
export async function forgetDrafts(owner: string): Promise<void> {
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
