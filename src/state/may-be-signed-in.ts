import { personKey } from "../../sync/auth/person-key.ts";
import { readKey } from "../lib/browser-storage.ts";

/**
 * Whom this browser knows; null: nobody. No proof of anything: for pages that show visitors
 * something before the session is loaded.
 */
export const personHere = (): string | null => readKey(personKey) ?? readKey(personKey, "session");

export const mayBeSignedIn = (): boolean => personHere() !== null;
