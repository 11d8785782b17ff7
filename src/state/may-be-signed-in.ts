import { personKey } from "../../sync/auth/person-key.ts";
import { readKey } from "../lib/browser-storage.ts";

/**
 * Does this browser know a person? No proof of anything: for pages that show visitors something
 * before the session is loaded.
 */
export const mayBeSignedIn = (): boolean => readKey(personKey) !== null || readKey(personKey, "session") !== null;
