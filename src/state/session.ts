import type { AuthFailure, Person, SessionState, Sync } from "../../sync/index.ts";
import { firstValue } from "./first-value.ts";
import { mayBeSignedIn } from "./may-be-signed-in.ts";
import { homeOf, rememberHome } from "./remembered-home.ts";
import { isSyncWanted, loadSync, useOfSync } from "./sync.ts";

export type { AuthFailure, Person, SessionState };
export { homeOf };
export type Role = Person["role"];
type Known = Exclude<SessionState, { kind: "loading" }>;

const loading: SessionState = { kind: "loading" };

const sessionOf = (sync: Sync) => sync.session$;

export const useSession = (): SessionState => useOfSync(sessionOf, loading, (session) => session);

export const personOf = (session: SessionState): Person | null =>
  session.kind === "signed_in" || session.kind === "locked" ? session.person : null;

/** The user on guarded screens. Elsewhere use `useSession`. */
export function usePerson(): Person {
  const person = personOf(useSession());
  if (!person) throw new Error("usePerson stands outside of the guarded routes");
  return person;
}

/** Resolves after the first check of the session. Works offline. */
export async function sessionReady(): Promise<Known> {
  const sync = await loadSync();
  const known = await firstValue(sync.session$, (s): s is Known => s.kind !== "loading");
  const person = personOf(known);
  rememberHome(person ? person.role : null);
  return known;
}

/**
 * The user for guards, or null. Without a known user it resolves at once, without loading session
 * and database engine. If storage is denied, only the session knows.
 */
export async function personReady(): Promise<Person | null> {
  if (mayBeSignedIn() || isSyncWanted()) return personOf(await sessionReady());
  rememberHome(null);
  return null;
}
