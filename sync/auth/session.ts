// The session on this device. It is read from storage without a network, survives a failed token
// refresh, and is locked (never wiped) when the server rejects the refresh. The role comes from the
// database, never from the token's metadata.
import type { AuthError } from "@supabase/supabase-js";
import { BehaviorSubject } from "rxjs";
import * as v from "valibot";
import type { Person } from "../database/store.ts";
import { normalizedPassword } from "../inputs/password.ts";
import { emailExists } from "../schema/functions.ts";
import type { Language } from "../schema/languages.ts";
import { isRejection } from "../schema/rejections.ts";
import type { LazyClient } from "../transport/client.ts";
import { type AuthFailure, fail, ok, type Result } from "../transport/result.ts";
import { Cancelled } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";
import { type AuthStorage, personSchema } from "./auth-storage.ts";

/** Maximum delay for choosing between two error messages. */
const existsPatienceMs = 4_000;

export type SessionState =
  | { kind: "loading" }
  | { kind: "signed_out" }
  | { kind: "signed_in"; person: Person }
  | { kind: "locked"; person: Person };

export interface Session {
  readonly state$: BehaviorSubject<SessionState>;
  signUp(i: {
    name: string;
    email: string;
    password: string;
    role: "tester" | "developer";
    /** Language of the sign-up page, which becomes the account's. */
    language: Language;
    /** Target of the link in the confirmation message. */
    landing?: string;
  }): Promise<Result<Person, AuthFailure>>;
  signIn(i: { email: string; password: string; remember: boolean }): Promise<Result<Person, AuthFailure>>;
  /**
   * Ends the session everywhere; without a network or a working server, only on this device. 401,
   * 403 and 404 mean that it has ended already. After another rejection, such as too many requests,
   * the person stays signed in and sees the reason.
   */
  signOut(): Promise<Result<void, AuthFailure>>;
  /** Completes a login: reads the person from the database and opens the app. */
  enter(userId: string): Promise<Result<Person, AuthFailure>>;
  update(known: Pick<Person, "name" | "email">): void;
  /** Reads the person again after the server changed name, role or status. */
  reload(): Promise<Person | null>;
}

/**
 * @param beforeEntry awaited before a login, e.g. for an unfinished wipe of this device
 * @param afterEntry `same`: the person who logged in was the last one on this device
 */
export function createSession(
  client: Pick<LazyClient, "get" | "auth">,
  transport: Transport,
  storage: AuthStorage,
  beforeEntry: (personId: string) => Promise<void> = () => Promise.resolve(),
  afterEntry: (same: boolean) => void = () => undefined,
): Session {
  const known = storage.readPerson();
  const state$ = new BehaviorSubject<SessionState>(
    known ? { kind: "signed_in", person: known } : { kind: "signed_out" },
  );

  transport.locked$.subscribe((locked) => {
    const now = state$.value;
    if (locked && now.kind === "signed_in") state$.next({ kind: "locked", person: now.person });
  });

  /**
   * Returns whether the address has an account; null if unknown (rate limit, network, slow server).
   * Affects only the wording of messages.
   */
  async function exists(email: string): Promise<boolean | null> {
    const patience = AbortSignal.timeout(existsPatienceMs);
    try {
      const answer = await transport.rpc(emailExists, { email }, "anonymous", patience);
      return answer.ok ? answer.value : null;
    } catch (error) {
      if (error instanceof Cancelled) return null;
      throw error;
    }
  }

  async function profile(userId: string, patient = true): Promise<Result<Person, AuthFailure>> {
    const { data, error, status } = await (await client.get())
      .from("profiles")
      .select("id,name,email,role")
      .eq("id", userId)
      .maybeSingle()
      .retry(patient);
    if (error) return fail(status === 0 ? { type: "offline" } : { type: "unexpected", message: error.message });
    const parsed = v.safeParse(personSchema, data);
    if (!parsed.success) return fail(await whyNobody());
    return ok(parsed.output);
  }

  /** Returns why the database rejects this session completely. */
  async function whyNobody(): Promise<AuthFailure> {
    const { error } = await (await client.get()).rpc("sync_pull", { requests: [] });
    if (error?.details === "password_expired") return { type: "password_expired" };
    return { type: "unexpected", message: "Auth session or user missing" };
  }

  async function enter(userId: string): Promise<Result<Person, AuthFailure>> {
    const { data: level } = await (await client.auth()).mfa.getAuthenticatorAssuranceLevel();
    // The server returns no rows to this session, so the app would be empty.
    if (level?.nextLevel === "aal2" && level.currentLevel !== "aal2") return fail({ type: "second_factor" });
    const person = await profile(userId);
    if (!person.ok) return person;
    await beforeEntry(person.value.id);
    const same = storage.readPerson()?.id === person.value.id;
    storage.writePerson(person.value);
    transport.locked$.next(false);
    state$.next({ kind: "signed_in", person: person.value });
    transport.wake();
    afterEntry(same);
    return person;
  }

  async function passwordSignIn(email: string, password: string): Promise<Result<Person, AuthFailure>> {
    const { data, error } = await (await client.auth()).signInWithPassword({
      email,
      password: normalizedPassword(password),
    });
    if (error) return fail(fromAuth(error));
    return enter(data.user.id);
  }

  return {
    state$,
    enter,

    async signUp({ name, email, password, role: wanted, language, landing }) {
      if ((await exists(email)) === true) return fail({ type: "email_taken" });
      storage.remember = true;
      const { data, error } = await (await client.auth()).signUp({
        email,
        password: normalizedPassword(password),
        options: { data: { name, role: wanted, language }, ...(landing ? { emailRedirectTo: landing } : {}) },
      });
      if (error) return fail(fromAuth(error));
      // If addresses must be confirmed, the auth service answers a taken address with a user
      // without identities.
      if (!data.session && data.user?.identities?.length === 0) return fail({ type: "email_taken" });
      // Without a session, the address must be confirmed first.
      return data.session ? enter(data.session.user.id) : fail({ type: "confirm_email" });
    },

    async signIn({ email, password, remember }) {
      storage.remember = remember;
      const signedIn = await passwordSignIn(email, password);
      if (signedIn.ok || signedIn.error.type !== "wrong_password") return signedIn;
      return (await exists(email)) === false ? fail({ type: "no_account" }) : signedIn;
    },

    async signOut() {
      // Without a token or the client's code the server cannot be called: no network, a failing
      // server, or an ended session.
      const token = await transport.token();
      const auth = token.ok ? await client.auth().catch(() => null) : null;
      if (auth) {
        const { error } = await auth.signOut({ scope: "global" });
        const status = error?.status ?? 0;
        if (error && status >= 400 && status < 500 && ![401, 403, 404].includes(status)) return fail(fromAuth(error));
      }
      // auth-js would first finish a running token refresh. Its result is dropped.
      storage.clear();
      transport.locked$.next(false);
      state$.next({ kind: "signed_out" });
      return ok(undefined);
    },

    update({ name, email }) {
      const now = state$.value;
      if (now.kind !== "signed_in" && now.kind !== "locked") return;
      if (now.person.name === name && now.person.email === email) return;
      const person = { ...now.person, name, email };
      storage.writePerson(person);
      state$.next({ kind: now.kind, person });
    },

    async reload() {
      const now = state$.value;
      if (now.kind !== "signed_in") return null;
      // The caller blocks all other calls and will call again.
      const token = await transport.token();
      const reached = token.ok && (await client.get().catch(() => null));
      const fresh = reached ? await profile(now.person.id, false) : fail({ type: "offline" });
      if (!fresh.ok) return null;
      storage.writePerson(fresh.value);
      state$.next({ kind: "signed_in", person: fresh.value });
      return fresh.value;
    },
  };
}

export function fromAuth(error: AuthError): AuthFailure {
  if (error.name === "AuthRetryableFetchError" && !error.status) return { type: "offline" };
  if (error.status === 429) return { type: "rate_limited" };
  const taken = ["user_already_exists", "email_exists"].includes(error.code ?? "");
  if (taken || /already registered|already exists/i.test(error.message)) return { type: "email_taken" };
  if (error.code === "invalid_credentials" || /invalid login credentials/i.test(error.message))
    return { type: "wrong_password" };
  // A profile has the address, but the auth service has no user for it.
  if (error.code === "user_not_found" || /user not found/i.test(error.message)) return { type: "user_not_found" };
  if (error.code === "email_not_confirmed") return { type: "confirm_email" };
  if (error.name === "AuthWeakPasswordError" || error.code === "weak_password") {
    return { type: "weak_password", reasons: "reasons" in error && Array.isArray(error.reasons) ? error.reasons : [] };
  }
  if (error.code === "insufficient_aal") return { type: "second_factor" };
  if (error.code === "current_password_invalid" || error.code === "current_password_required")
    return { type: "wrong_current_password" };
  if (error.code === "reauthentication_needed") return { type: "login_too_old" };
  if (error.code === "same_password") return { type: "same_password" };
  if (error.code === "otp_expired" || error.code === "flow_state_not_found") return { type: "link_expired" };
  if (error.name === "AuthSessionMissingError") return { type: "session_ended" };
  if (isRejection(error.code)) return { type: "rejected", status: error.status ?? 0, code: error.code, message: "" };
  // auth-js returns an answer without a message as JSON.
  return error.message === "{}" ? { type: "unexpected" } : { type: "unexpected", message: error.message };
}
