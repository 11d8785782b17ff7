// The person's own account: passwords, e-mail links, Google and GitHub, other devices.
// `session.enter` decides who the person is, by asking the database.
import * as v from "valibot";
import type { Person } from "../database/store.ts";
import { normalizedPassword } from "../inputs/password.ts";
import { bodyOf } from "../transport/answers.ts";
import type { LazyClient } from "../transport/client.ts";
import { request, type Server } from "../transport/request.ts";
import { type AuthFailure, fail, ok, type Result } from "../transport/result.ts";
import { type AuthSession, authFetch, type ReadSession } from "../transport/token-refresh.ts";
import { verifyFactor } from "./second-factor.ts";
import { fromAuth, type Session } from "./session.ts";

const oauthProviders = ["google", "github"] as const;
export type OAuthProvider = (typeof oauthProviders)[number];

/** Tokens from the address of the page that an e-mail link opens. */
export interface LinkTokens {
  access_token: string;
  refresh_token: string;
}

/** A link in an e-mail of the auth service, before it is used. */
export interface EmailLink {
  token_hash: string;
  type: "signup" | "invite" | "recovery" | "magiclink" | "email_change";
}

interface DeletionProof {
  /** Empty for an account without a password. */
  password: string;
  /** A code of the authenticator app. Empty for an account without a second factor. */
  code: string;
}
type IdentityProof = { password: string } | { code: string };

export interface AccountCalls {
  /** Sends a reset link. The answer is the same for an unknown address. */
  requestPasswordReset(email: string, landing: string): Promise<Result<void, AuthFailure>>;
  /**
   * Sets the password with a reset link, ends all other sessions and signs in.
   * @param tokens null if the link's session is already open, after a second factor
   */
  resetPassword(tokens: LinkTokens | null, password: string): Promise<Result<Person, AuthFailure>>;
  /** Requires the current password: a person with an unlocked phone may not be its owner. */
  changePassword(current: string, next: string): Promise<Result<void, AuthFailure>>;
  /** Sends the confirmation message again. */
  resendConfirmation(email: string, landing: string): Promise<Result<void, AuthFailure>>;
  /**
   * Sends a message to the current and to the new address. The change takes effect when both have
   * confirmed.
   * @param current the password; empty for an account without one
   */
  changeEmail(next: string, current: string, landing: string): Promise<Result<void, AuthFailure>>;
  /** Sends the messages again to the addresses that have not confirmed. */
  resendEmailChange(current: string, landing: string): Promise<Result<void, AuthFailure>>;
  /** Cancels the change and invalidates its links. */
  cancelEmailChange(): Promise<Result<void, AuthFailure>>;
  /**
   * Exchanges an e-mail link for its session. Null for the first of two confirmations of a new
   * address, which opens no session.
   */
  openLink(link: EmailLink): Promise<Result<LinkTokens | null, AuthFailure>>;
  /** Signs in with a link that confirms an address or an invitation. */
  enterByLink(tokens: LinkTokens): Promise<Result<Person, AuthFailure>>;
  /**
   * Returns the provider's login address. Fails with `provider_missing` if the server has none set
   * up.
   */
  startOAuth(provider: OAuthProvider, landing: string): Promise<Result<string, AuthFailure>>;
  /** Completes a provider's login with the code from its redirect. */
  finishOAuth(code: string): Promise<Result<Person, AuthFailure>>;
  /**
   * Proves the person's identity again after a call failed with `login_too_old`. Requires the
   * password, or a code if there is a second factor.
   */
  proveIdentity(proof: IdentityProof): Promise<Result<void, AuthFailure>>;
  /** Ends all other sessions. */
  signOutOthers(): Promise<Result<void, AuthFailure>>;
  /**
   * Deletes the account on the server; sign out afterwards to wipe this device. Signs in
   * separately, because the server requires a new session. Without a password (Google, GitHub) the
   * current session must be new.
   */
  deleteAccount(proof: DeletionProof): Promise<Result<void, AuthFailure>>;
}

const settingsSchema = v.object({ external: v.record(v.string(), v.unknown()) });
const oauthKey = "betaflock-oauth";

interface AccountConfig extends Server {
  client: LazyClient;
  readSession: ReadSession;
  session: Session;
}

export function createAccountCalls({ client, readSession, session, ...server }: AccountConfig): AccountCalls {
  /**
   * A separate client leaves the current session unchanged. It uses PKCE, so that only this tab can
   * redeem a provider's code. E-mail links open in any browser, so they do not use it.
   */
  const separateClient = async () => {
    await client.auth();
    const { AuthClient } = await import("@supabase/supabase-js");
    return new AuthClient({
      url: `${server.url}/auth/v1`,
      headers: { apikey: server.key },
      storageKey: oauthKey,
      flowType: "pkce",
      autoRefreshToken: false,
      detectSessionInUrl: false,
      persistSession: true,
      ...(typeof sessionStorage === "undefined" ? {} : { storage: sessionStorage }),
      fetch: authFetch(server.send),
    });
  };

  async function take(tokens: LinkTokens): Promise<Result<string, AuthFailure>> {
    const now = session.state$.value;
    const here = now.kind === "signed_in" || now.kind === "locked" ? now.person.id : null;
    if (here !== null && here !== subjectOf(tokens.access_token)) return fail({ type: "other_person" });
    const { data, error } = await (await client.auth()).setSession(tokens);
    if (error) return fail(fromLink(fromAuth(error)));
    return data.user ? ok(data.user.id) : fail({ type: "link_expired" });
  }

  /** Opens a separate session with the signed-in person's password. */
  async function signInAgain(
    password: string,
  ): Promise<Result<Awaited<ReturnType<typeof separateClient>>, AuthFailure>> {
    const now = await present();
    if (!now.ok) return now;
    const { email } = now.value.user;
    if (!email) return fail({ type: "session_ended" });
    const probe = await separateClient();
    const { error } = await probe.signInWithPassword({ email, password: normalizedPassword(password) });
    if (!error) return ok(probe);
    const failure = fromAuth(error);
    return fail(failure.type === "wrong_password" ? { type: "wrong_current_password" } : failure);
  }

  async function callDeletion(token: string): Promise<Result<void, AuthFailure>> {
    const about = { method: "POST", bearer: token, ms: 60_000 } as const;
    const response = await request(server, "/functions/v1/auth/delete-own-account", about);
    if (!response) return fail({ type: "offline" });
    if (response.ok) return ok(undefined);
    const told = v.safeParse(v.object({ error: v.string(), code: v.optional(v.string(), "") }), bodyOf(response));
    if (response.status === 401) return fail({ type: "session_ended" });
    if (response.status >= 500 || !told.success) return fail({ type: "offline" });
    const { code, error: message } = told.output;
    return fail({ type: "rejected", status: response.status, code, message });
  }

  async function present(): Promise<Result<AuthSession, AuthFailure>> {
    const now = await readSession();
    if (now.ok) return now;
    return fail({ type: now.error.type === "offline" ? "offline" : "session_ended" });
  }

  async function presentId(): Promise<Result<string, AuthFailure>> {
    const now = await present();
    return now.ok ? ok(now.value.user.id) : now;
  }

  return {
    async requestPasswordReset(email, landing) {
      const { error } = await (await client.auth()).resetPasswordForEmail(email, { redirectTo: landing });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },

    async resetPassword(tokens, password) {
      const taken = tokens ? await take(tokens) : await presentId();
      if (!taken.ok) return taken;
      const auth = await client.signedIn();
      const { error } = await auth.updateUser({ password: normalizedPassword(password) });
      if (error) {
        const failure = fromAuth(error);
        // A link used more than an hour ago does not replace the current password.
        return fail(failure.type === "wrong_current_password" ? { type: "link_expired" } : failure);
      }
      // Signs out other devices, which may know the old password. If this call fails, the password
      // has changed nevertheless.
      await auth.signOut({ scope: "others" });
      return session.enter(taken.value);
    },

    async changePassword(current, next) {
      const signedIn = await signInAgain(current);
      if (!signedIn.ok) return signedIn;
      const recent = signedIn.value;
      const inUse = await client.signedIn();
      const change = { password: normalizedPassword(next), current_password: normalizedPassword(current) };
      let { error } = await inUse.updateUser(change);
      let replacedBy: string | undefined;
      // Supabase (secure_password_change) requires a session from the last 24 hours. The new
      // session qualifies and replaces the current one, which a new password ends.
      if (error?.code === "reauthentication_needed") {
        const old = error;
        ({ error } = await recent.updateUser(change));
        if (error?.code === "insufficient_aal") error = old;
        const { data } = await recent.getSession();
        if (!error && data.session) ({ error } = await inUse.setSession(data.session));
        replacedBy = data.session?.user.id;
      }
      if (error) {
        await recent.signOut({ scope: "local" });
        return fail(fromAuth(error));
      }
      if (typeof sessionStorage !== "undefined") sessionStorage.removeItem(oauthKey);
      await inUse.signOut({ scope: "others" });
      if (replacedBy) await session.enter(replacedBy);
      return ok(undefined);
    },

    async resendConfirmation(email, landing) {
      const { error } = await (await client.auth()).resend({
        type: "signup",
        email,
        options: { emailRedirectTo: landing },
      });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },

    async changeEmail(next, current, landing) {
      // Hosted Supabase does not check the password here, so log in with it first.
      const signedIn = current === "" ? null : await signInAgain(current);
      if (signedIn && !signedIn.ok) return signedIn;
      const change = { email: next, ...(signedIn ? { current_password: normalizedPassword(current) } : {}) };
      const { error } = await (await client.signedIn()).updateUser(change, { emailRedirectTo: landing });
      if (signedIn) await signedIn.value.signOut({ scope: "local" });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },

    async resendEmailChange(current, landing) {
      const { error } = await (await client.auth()).resend({
        type: "email_change",
        email: current,
        options: { emailRedirectTo: landing },
      });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },

    async cancelEmailChange() {
      const { error, status } = await (await client.get()).rpc("cancel_email_change");
      if (!error) return ok(undefined);
      return fail(status === 0 ? { type: "offline" } : { type: status === 401 ? "session_ended" : "unexpected" });
    },

    async openLink({ token_hash, type }) {
      // The current session may belong to another person.
      const { data, error } = await (await separateClient()).verifyOtp({ token_hash, type });
      if (error) return fail(fromAuth(error));
      if (typeof sessionStorage !== "undefined") sessionStorage.removeItem(oauthKey);
      if (!data.session) return type === "email_change" ? ok(null) : fail({ type: "unexpected" });
      const { access_token, refresh_token } = data.session;
      return ok({ access_token, refresh_token });
    },

    async enterByLink(tokens) {
      const taken = await take(tokens);
      return taken.ok ? session.enter(taken.value) : taken;
    },

    async startOAuth(provider, landing) {
      const answer = await request(server, "/auth/v1/settings");
      if (!answer) return fail({ type: "offline" });
      const settings = v.safeParse(settingsSchema, bodyOf(answer));
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
        const now = await present();
        return now.ok ? callDeletion(now.value.access_token) : now;
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

    async proveIdentity(proof) {
      if ("code" in proof) {
        const { mfa } = await client.signedIn();
        const verified = await verifyFactor(mfa, proof.code);
        return verified.ok ? ok(undefined) : verified;
      }
      const now = await present();
      if (!now.ok) return now;
      // Not in auth-js: only the embedded server asks for a proof (local/auth/accounts.ts).
      const response = await request(server, "/auth/v1/reauthenticate", {
        bearer: now.value.access_token,
        body: { password: normalizedPassword(proof.password) },
      });
      if (!response) return fail({ type: "offline" });
      if (response.ok) return ok(undefined);
      const told = v.safeParse(v.object({ error_code: v.string() }), bodyOf(response));
      const code = told.success ? told.output.error_code : "";
      if (code === "current_password_invalid") return fail({ type: "wrong_current_password" });
      if (code === "reauthentication_needed") return fail({ type: "login_too_old" });
      return fail(response.status === 401 ? { type: "session_ended" } : { type: "unexpected" });
    },

    async signOutOthers() {
      const { error } = await (await client.signedIn()).signOut({ scope: "others" });
      return error ? fail(fromAuth(error)) : ok(undefined);
    },
  };
}

/** Reads the subject without verifying the token; the server verifies it. */
function subjectOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return v.parse(v.object({ sub: v.string() }), payload).sub;
  } catch {
    return null; // The server would reject it too.
  }
}

/** A rejected link was used before or has expired. */
const fromLink = (failure: AuthFailure): AuthFailure =>
  failure.type === "offline" || failure.type === "rate_limited" ? failure : { type: "link_expired" };
