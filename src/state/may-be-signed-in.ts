import { personKey } from "../../sync/auth/person-key.ts";
import { readKey } from "../lib/browser-storage.ts";

/** The last signed-in user of this browser, or null. Not verified. */
export const personHere = (): string | null => readKey(personKey) ?? readKey(personKey, "session");

export const mayBeSignedIn = (): boolean => personHere() !== null;
