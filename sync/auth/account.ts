// The person's own login: forgotten, reset and changed passwords, links from e-mails, Google and
// GitHub, other devices. It never decides who a person is: the session's `enter` asks the database.
import * as v from "valibot";
import type { Person } from "../database/store.ts";
import { bodyOf } from "../transport/answers.ts";
import type { LazyClient } from "../transport/client.ts";
import { type AuthFailure, fail, ok, type Result } from "../transport/result.ts";
import { verifyFactor } from "./second-factor.ts";
import { fromAuth, type Session } from "./session.ts";

const oauthProviders = ["google", "github"] as const;
export type OAuthProvider = (typeof oauthProviders)[number];

/**
 * What a link from an e-mail brought along, read from the address by the page that it landed on.
 */
export interface LinkTokens {
  access_token: string;
  refresh_token: string;
}

interface DeletionProof {
  /** Empty: the account has none. */
  password: string;
  /** Of an authenticator app; empty: the account has no second factor. */
  code: string;
}

export interface AccountCalls {
  /** Sends a link to this address, if it has an account. The answer is the same if it has none. */
  requestPasswordReset(email: string, landing: string): Promise<Result<void, AuthFailure>>;
  /**
   * The link of that message, used: sets the password, ends all other sessions and signs in. Null
   * once the link has been taken (after a second factor).
   */
  resetPassword(tokens: LinkTokens | null, password: string): Promise<Result<Person, AuthFailure>>;
  /** Signed in: the present password is asked again, since an unlocked phone is not its owner. */
  changePassword(current: string, next: string): Promise<Result<void, AuthFailure>>;
  /** The message that confirms an address, once more. */
  resendConfirmation(email: string, landing: string): Promise<Result<void, AuthFailure>>;
  /**
   * Signed in: writes to the present address and to the new one. When both have confirmed, the
   * account has it.
   */
  changeEmail(next: string, landing: string): Promise<Result<void, AuthFailure>>;
  /** Writes again to those that have not confirmed yet. */
  resendEmailChange(current: string, landing: string): Promise<Result<void, AuthFailure>>;
  /** The links that were sent open nothing any more. */
  cancelEmailChange(): Promise<Result<void, AuthFailure>>;
  /** A link that confirms an address (or an invitation) signs in. */
  enterByLink(tokens: LinkTokens): Promise<Result<Person, AuthFailure>>;
  /**
   * Where to go for a login at this provider; `provider_missing` where the server has none set up.
   */
  startOAuth(provider: OAuthProvider, landing: string): Promise<Result<string, AuthFailure>>;
  /** The way back from there. */
  finishOAuth(code: string): Promise<Result<Person, AuthFailure>>;
  /** Ends every session but this one. */
  signOutOthers(): Promise<Result<void, AuthFailure>>;
  /**
   * Deletes the account on the server: sign out afterwards, which empties this device. Signs in
   * anew, apart from the session in use, since the server wants a session that has just begun;
   * without a password (Google, GitHub) the session in use has to be one.
   */
  deleteAccount(proof: DeletionProof): Promise<Result<void, AuthFailure>>;
}

const settingsSchema = v.object({ external: v.record(v.string(), v.unknown()) });
const oauthKey = "betaflock-oauth";

interface AccountConfig {
  url: string;
  key: string;
  send: typeof fetch;
  client: LazyClient["get"];
  session: Session;
}

export function createAccountCalls({ url, key, send, client, session }: AccountConfig): AccountCalls {
  /**
   * A client of its own for what must not touch the session in use: asking for the password again,
   * and the provider's way back, which is PKCE (a code that only this tab can redeem), while links
   * in e-mails open in any browser.
   */
  const separateClient = async () => {
    await client();
    const { AuthClient } = await import("@supabase/supabase-js");
    return new AuthClient({
      url: `${url}/auth/v1`,
      headers: { apikey: key },
      storageKey: oauthKey,
      flowType: "pkce",
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: true,
      ...(typeof sessionStorage === "undefined" ? {} : { storage: sessionStorage }),
      fetch: send,
    });
  };

  async function take(tokens: LinkTokens): Promise<Result<string, AuthFailure>> {
    const now = session.state$.value;
    const here = now.kind === "signed_in" || now.kind === "locked" ? now.person.id : null;
    if (here !== null && here !== subjectOf(tokens.access_token)) return fail({ type: "other_person" });
    const { data, error } = await (await client()).auth.setSession(tokens);
    if (error) return fail(fromLink(fromAuth(error)));
    return data.user ? ok(data.user.id) : fail({ type: "link_expired" });
  }

  /** A session of its own, begun with the password of the person who is signed in. */
  async function signInAgain(
    password: string,
  ): Promise<Result<Awaited<ReturnType<typeof separateClient>>, AuthFailure>> {
    const email = await (await client()).auth.getSession().then(({ data }) => data.session?.user.email);
    if (!email) return fail({ type: "session_ended" });
    const probe = await separateClient();
    const { error } = await probe.signInWithPassword({ email, password });
    if (!error) return ok(probe);
    const failure = fromAuth(error);
    return fail(failure.type === "wrong_password" ? { type: "wrong_current_password" } : failure);
  }

  async function callDeletion(token: string): Promise<Result<void, AuthFailure>> {
    const response = await send(`${url}/functions/v1/auth/delete-own-account`, {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(60_000),
    }).catch(() => null);
    if (!response) return fail({ type: "offline" });
    if (response.ok) return ok(undefined);
    const told = v.safeParse(v.object({ error: v.string(), code: v.optional(v.string(), "") }), bodyOf(response));
    if (response.status === 401) return fail({ type: "session_ended" });
    if (response.status >= 500 || !told.success) return fail({ type: "offline" });
    const { code, error: message } = told.output;
    return fail({ type: "refused", status: response.status, code, message });
  }

  async function present(): Promise<Result<string, AuthFailure>> {
    const { data } = await (await client()).auth.getSession();
    return data.session ? ok(data.session.user.id) : fail({ type: "session_ended" });
  }

  return {
    async requestPasswordReset(email, landing) {
      const { error } = await (await client()).auth.resetPasswordForEmail(email, { redirectTo: landing });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },

    async resetPassword(tokens, password) {
      const taken = await (tokens ? take(tokens) : present());
      if (!taken.ok) return taken;
      const { error } = await (await client()).auth.updateUser({ password });
      if (error) return fail(fromAuth(error));
      // Signs out other devices, which may know the old password. If this call fails, the password
      // has changed nevertheless.
      await (await client()).auth.signOut({ scope: "others" });
      return session.enter(taken.value);
    },

    async changePassword(current, next) {
      const signedIn = await signInAgain(current);
      if (!signedIn.ok) return signedIn;
      await signedIn.value.signOut({ scope: "local" });
      const { error } = await (await client()).auth.updateUser({ password: next });
      if (error) return fail(fromAuth(error));
      await (await client()).auth.signOut({ scope: "others" });
      return ok(undefined);
    },

    async resendConfirmation(email, landing) {
      const { error } = await (await client()).auth.resend({
        type: "signup",
        email,
        options: { emailRedirectTo: landing },
      });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },

    async changeEmail(next, landing) {
      const { error } = await (await client()).auth.updateUser({ email: next }, { emailRedirectTo: landing });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },

    async resendEmailChange(current, landing) {
      const { error } = await (await client()).auth.resend({
        type: "email_change",
        email: current,
        options: { emailRedirectTo: landing },
      });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },

    async cancelEmailChange() {
      const { error, status } = await (await client()).rpc("cancel_email_change");
      if (!error) return ok(undefined);
      return fail(status === 0 ? { type: "offline" } : { type: status === 401 ? "session_ended" : "unexpected" });
    },

    async enterByLink(tokens) {
      const taken = await take(tokens);
      return taken.ok ? session.enter(taken.value) : taken;
    },

    async startOAuth(provider, landing) {
      let answer: unknown;
      try {
        const response = await send(`${url}/auth/v1/settings`, { headers: { apikey: key } });
        answer = bodyOf(response);
      } catch {
        return fail({ type: "offline" });
      }
      const settings = v.safeParse(settingsSchema, answer);
      if (!settings.success) return fail({ type: "unexpected" });
      if (settings.output.external[provider] !== true) return fail({ type: "provider_missing" });
      const { data, error } = await (await separateClient()).signInWithOAuth({
        provider,
        options: { redirectTo: landing, skipBrowserRedirect: true },
      });
      return error ? fail(fromAuth(error)) : ok(data.url);
    },

    async finishOAuth(code) {
      const asker = await separateClient();
      const { data, error } = await asker.exchangeCodeForSession(code);
      if (error) return fail(fromLink(fromAuth(error)));
      const { access_token, refresh_token } = data.session;
      if (typeof sessionStorage !== "undefined") sessionStorage.removeItem(oauthKey);
      const taken = await take({ access_token, refresh_token });
      return taken.ok ? session.enter(taken.value) : taken;
    },

    async deleteAccount({ password, code }) {
      if (password === "") {
        const { data } = await (await client()).auth.getSession();
        return data.session ? callDeletion(data.session.access_token) : fail({ type: "session_ended" });
      }
      const signedIn = await signInAgain(password);
      if (!signedIn.ok) return signedIn;
      const probe = signedIn.value;
      const proven = code === "" ? ok(undefined) : await verifyFactor(probe.mfa, code);
      const { data } = await probe.getSession();
      const done =
        proven.ok && data.session
          ? await callDeletion(data.session.access_token)
          : proven.ok
            ? fail({ type: "session_ended" } as const)
            : proven;
      if (!done.ok) await probe.signOut({ scope: "local" });
      else if (typeof sessionStorage !== "undefined") sessionStorage.removeItem(oauthKey);
      return done;
    },

    async signOutOthers() {
      const { error } = await (await client()).auth.signOut({ scope: "others" });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },
  };
}

/** Whose token it says it is; whether that is true, the server says. */
function subjectOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return v.parse(v.object({ sub: v.string() }), payload).sub;
  } catch {
    return null; // No token at all: the server would refuse it too.
  }
}

/**
 * A link's token that is refused was used before or is too old, in whatever words the server says
 * it.
 */
const fromLink = (failure: AuthFailure): AuthFailure =>
  failure.type === "offline" || failure.type === "rate_limited" ? failure : { type: "link_expired" };
