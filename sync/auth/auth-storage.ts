// Stores the session and the person's name in local storage, which all tabs share. Without
// "remember me" the session is encrypted with a key that ends with the browser (visit-key.ts).
// Without such a key it is in the tab's session storage, or in memory if the browser denies both.
// Reading the person needs no network and works with an expired token.
import * as v from "valibot";
import type { Person } from "../database/store.ts";
import { role } from "../schema/profiles.ts";
import { personKey } from "./person-key.ts";
import { isSealed, seal, unseal, type VisitKey, visitKey } from "./visit-key.ts";

const rememberKey = "betaflock-remember";
export const authKey = "betaflock-auth";

export interface KeyValue {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

function memory(): KeyValue {
  const map = new Map<string, string>();
  return {
    getItem: (k) => map.get(k) ?? null,
    setItem: (k, value) => void map.set(k, value),
    removeItem: (k) => void map.delete(k),
  };
}

function usable(pick: () => KeyValue | undefined): KeyValue | undefined {
  try {
    const storage = pick();
    storage?.getItem(rememberKey);
    return storage;
  } catch {
    // Private mode and blocked site data throw on first access, so memory is used for this visit.
    return undefined;
  }
}

export const personSchema = v.object({ id: v.string(), name: v.string(), email: v.string(), role });

/** The session and the code verifier of a login are encrypted. */
const isSecret = (key: string) => key.startsWith(authKey);

export class AuthStorage {
  readonly #lasting: KeyValue;
  readonly #visit: KeyValue;
  readonly #key: VisitKey | null;

  constructor(
    lasting: KeyValue | undefined = usable(() => globalThis.localStorage),
    visit: KeyValue | undefined = usable(() => globalThis.sessionStorage),
    key: VisitKey | null = visitKey(),
  ) {
    this.#lasting = lasting ?? memory();
    this.#visit = visit ?? memory();
    // Memory storage is private to a tab and ends with it, so it needs no key.
    this.#key = lasting ? key : null;
    // The browser was closed in between (public/theme.js checks the same before the app loads).
    if (this.#isShared && this.#key?.read() == null) this.clear();
  }

  /** Local storage holds a session that ends with the browser. */
  get #isShared(): boolean {
    return this.#lasting !== this.#visit && this.#lasting.getItem(rememberKey) === "no";
  }

  /** The three methods that supabase-js needs. Encrypted values return a promise. */
  getItem = (key: string): string | null | Promise<string | null> => {
    const found = this.#read(key);
    if (found === null || !isSecret(key) || !isSealed(found)) return found;
    const secret = this.#key?.read();
    return secret ? unseal(found, secret) : null;
  };
  setItem = (key: string, value: string): void | Promise<void> => {
    const secret = this.#isShared && isSecret(key) ? this.#key?.read() : null;
    return secret ? this.#setSealed(key, value, secret) : this.#write(key, value);
  };
  removeItem = (key: string): void => {
    this.#visit.removeItem(key);
    this.#lasting.removeItem(key);
  };

  #read(key: string): string | null {
    return this.#visit.getItem(key) ?? this.#lasting.getItem(key);
  }

  #write(key: string, value: string): void {
    // An encrypted session is unreadable without its key.
    const lasts = this.remember || (this.#isShared && !isSecret(key));
    const [to, other] = lasts ? [this.#lasting, this.#visit] : [this.#visit, this.#lasting];
    if (other !== to) other.removeItem(key);
    to.setItem(key, value);
  }

  async #setSealed(key: string, value: string, secret: string): Promise<void> {
    const sealed = await seal(value, secret);
    // The person signed out or in again during encryption.
    if (this.#key?.read() !== secret) return;
    this.#visit.removeItem(key);
    this.#lasting.setItem(key, sealed);
  }

  get remember(): boolean {
    return this.#read(rememberKey) !== "no";
  }
  set remember(yes: boolean) {
    this.removeItem(rememberKey);
    const shared = !yes && this.#key?.make() != null;
    if (yes) this.#key?.forget();
    (yes || shared ? this.#lasting : this.#visit).setItem(rememberKey, yes ? "yes" : "no");
  }

  readPerson(): Person | null {
    const raw = this.#read(personKey);
    if (raw === null) return null;
    try {
      const parsed = v.safeParse(personSchema, JSON.parse(raw));
      return parsed.success ? parsed.output : null;
    } catch {
      return null; // Damaged, or not written by this app: treated as signed out.
    }
  }
  writePerson(person: Person): void {
    this.#write(personKey, JSON.stringify(person));
  }
  clear(): void {
    if (!this.remember) this.removeItem(rememberKey);
    this.#key?.forget();
    for (const key of [personKey, authKey, `${authKey}-user`, `${authKey}-code-verifier`]) this.removeItem(key);
  }
}
