// The person's own account: passwords, addresses, other devices, deletion.
// `session.enter` decides who the person is, by asking the database.
import type { AuthError } from "@supabase/supabase-js";
import * as v from "valibot";
import type { Person } from "../database/store.ts";
import { normalizedPassword } from "../inputs/password.ts";
import { bodyOf } from "../transport/answers.ts";
import type { LazyClient } from "../transport/client.ts";
import { request, type Server } from "../transport/request.ts";
import { type AuthFailure, fail, ok, type Result } from "../transport/result.ts";
import type { AuthSession, ReadSession } from "../transport/token-refresh.ts";
import { createLinkCalls, type LinkCalls, type LinkTokens, openTokens } from "./links.ts";
import { verifyFactor } from "./second-factor.ts";
import { createSeparateClient, forgetSeparateSession, type SeparateClient } from "./separate-client.ts";
import { fromAuth, type Session } from "./session.ts";

interface DeletionProof {
  /** Empty for an account without a password. */
  password: string;
  /** A code of the authenticator app. Empty for an account without a second factor. */
  code: string;
}
type IdentityProof = { password: string } | { code: string };

export interface AccountCalls extends LinkCalls {
  /** Sends a reset link. The answer is the same for an unknown address. */
  requestPasswordReset(email: string, landing: string): Promise<Result<void, AuthFailure>>;
  /**
   * Sets the password with a reset link, ends all other sessions and signs in.
   * @param tokens null if the link's session is already open, after a second factor
   */
  resetPassword(tokens: LinkTokens | null, password: string): Promise<Result<Person, AuthFailure>>;
  /** Requires the current password: a person with an unlocked phone may not be its owner. */
  changePassword(current: string, next: string): Promise<Result<void, AuthFailure>>;
  resendConfirmation(email: string, landing: string): Promise<Result<void, AuthFailure>>;
  /**
   * Sends a message to the current and to the new address. The change takes effect when both have
   * confirmed.
   * @param current the password; empty for an account without one
   */
  changeEmail(next: string, current: string, landing: string): Promise<Result<void, AuthFailure>>;
  /** Sends the messages again to the addresses that have not confirmed. */
  resendEmailChange(current: string, landing: string): Promise<Result<void, AuthFailure>>;
  cancelEmailChange(): Promise<Result<void, AuthFailure>>;
  /**
   * Proves the person's identity again after a call failed with `login_too_old`. Requires the
   * password, or a code if there is a second factor.
   */
  proveIdentity(proof: IdentityProof): Promise<Result<void, AuthFailure>>;
  signOutOthers(): Promise<Result<void, AuthFailure>>;
  /**
   * Deletes the account on the server; sign out afterwards to wipe this device. Signs in
   * separately, because the server requires a new session. Without a password (Google, GitHub) the
   * current session must be new.
   */
  deleteAccount(proof: DeletionProof): Promise<Result<void, AuthFailure>>;
}

interface AccountConfig extends Server {
  client: LazyClient;
  readSession: ReadSession;
  session: Session;
}

const answered = (error: AuthError | null): Result<void, AuthFailure> =>
  error ? fail(fromAuth(error)) : ok(undefined);

export function createAccountCalls({ client, readSession, session, ...server }: AccountConfig): AccountCalls {
  const separateClient = createSeparateClient(client, server);

  async function signInAgain(password: string): Promise<Result<Awaited<ReturnType<SeparateClient>>, AuthFailure>> {
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
    ...createLinkCalls({ client, server, session, separateClient }),

    async requestPasswordReset(email, landing) {
      const { error } = await (await client.auth()).resetPasswordForEmail(email, { redirectTo: landing });
      return answered(error);
    },

    async resetPassword(tokens, password) {
      const taken = tokens ? await openTokens({ client, session }, tokens) : await presentId();
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
      forgetSeparateSession();
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
      return answered(error);
    },

    async changeEmail(next, current, landing) {
      // Hosted Supabase does not check the password here, so log in with it first.
      const signedIn = current === "" ? null : await signInAgain(current);
      if (signedIn && !signedIn.ok) return signedIn;
      const change = { email: next, ...(signedIn ? { current_password: normalizedPassword(current) } : {}) };
      const { error } = await (await client.signedIn()).updateUser(change, { emailRedirectTo: landing });
      if (signedIn) await signedIn.value.signOut({ scope: "local" });
      return answered(error);
    },

    async resendEmailChange(current, landing) {
      const { error } = await (await client.auth()).resend({
        type: "email_change",
        email: current,
        options: { emailRedirectTo: landing },
      });
      return answered(error);
    },

    async cancelEmailChange() {
      const { error, status } = await (await client.get()).rpc("cancel_email_change");
      if (!error) return ok(undefined);
      return fail(status === 0 ? { type: "offline" } : { type: status === 401 ? "session_ended" : "unexpected" });
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
      else forgetSeparateSession();
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
      return answered(error);
    },
  };
}
