// Stores the session and the person's name: in local storage with "remember me", in session storage
// without, in memory where the browser denies both. Reading it needs no network, so an expired
// token locks nobody out.
import * as v from "valibot";
import type { Person } from "../database/store.ts";
import { role } from "../schema/profiles.ts";
import { personKey } from "./person-key.ts";

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
    // Private mode and blocked site data throw on the first touch: memory serves for this visit.
    return undefined;
  }
}

const personSchema = v.object({ id: v.string(), name: v.string(), email: v.string(), role });

export class AuthStorage {
  readonly #lasting: KeyValue;
  readonly #visit: KeyValue;

  constructor(
    lasting: KeyValue | undefined = usable(() => globalThis.localStorage),
    visit: KeyValue | undefined = usable(() => globalThis.sessionStorage),
  ) {
    this.#lasting = lasting ?? memory();
    this.#visit = visit ?? memory();
  }

  /** The three methods that supabase-js wants of a storage. */
  getItem = (key: string): string | null => this.#visit.getItem(key) ?? this.#lasting.getItem(key);
  setItem = (key: string, value: string): void => {
    const [to, other] = this.remember ? [this.#lasting, this.#visit] : [this.#visit, this.#lasting];
    if (other !== to) other.removeItem(key);
    to.setItem(key, value);
  };
  removeItem = (key: string): void => {
    this.#visit.removeItem(key);
    this.#lasting.removeItem(key);
  };

  get remember(): boolean {
    return this.getItem(rememberKey) !== "no";
  }
  set remember(yes: boolean) {
    const to = yes ? this.#lasting : this.#visit;
    this.removeItem(rememberKey);
    to.setItem(rememberKey, yes ? "yes" : "no");
  }

  readPerson(): Person | null {
    const raw = this.getItem(personKey);
    if (raw === null) return null;
    try {
      const parsed = v.safeParse(personSchema, JSON.parse(raw));
      return parsed.success ? parsed.output : null;
    } catch {
      return null; // Not JSON: somebody else's or damaged. The same as nobody signed in.
    }
  }
  writePerson(person: Person): void {
    this.setItem(personKey, JSON.stringify(person));
  }
  clear(): void {
    for (const key of [personKey, authKey, `${authKey}-user`, `${authKey}-code-verifier`]) this.removeItem(key);
  }
}
