// Two-step verification with an authenticator app. Uses supabase-js' `auth.mfa` on every backend.
// Never stores a secret: the QR code and the key are shown once.
import type { AuthError, GoTrueMFAApi } from "@supabase/supabase-js";
import type { Person } from "../database/store.ts";
import { type LazyClient, orOffline } from "../transport/client.ts";
import { type AuthFailure, fail, ok, type Result } from "../transport/result.ts";
import type { ReadSession } from "../transport/token-refresh.ts";
import { fromAuth, type Session } from "./session.ts";

export interface SecondFactor {
  id: string;
  name: string;
  addedAt: string;
}
export interface Enrolment {
  id: string;
  /** A data URL. */
  picture: string;
  /** The key, for apps that cannot scan the QR code, and a link that opens an app here. */
  secret: string;
  link: string;
}

export interface SecondFactorCalls {
  secondFactors(): Promise<Result<SecondFactor[], AuthFailure>>;
  /** Starts an enrolment, which its first code completes. Removes unfinished enrolments. */
  enrolSecondFactor(name: string): Promise<Result<Enrolment, AuthFailure>>;
  /** Completes an enrolment with its first code. Ends the person's other sessions. */
  confirmSecondFactor(id: string, code: string): Promise<Result<void, AuthFailure>>;
  removeSecondFactor(id: string): Promise<Result<void, AuthFailure>>;
  verifySecondFactor(code: string): Promise<Result<Person, AuthFailure>>;
  /** Completes a login with a recovery code. Removes the factors, ends the other sessions. */
  redeemRecoveryCode(code: string): Promise<Result<Person, AuthFailure>>;
  /** True if this session has used a second factor. Needs no network. */
  hasSecondFactor(): Promise<boolean>;
}

function fromMfa(error: AuthError): AuthFailure {
  if (error.code === "mfa_verification_failed" || error.code === "mfa_challenge_expired") return { type: "wrong_code" };
  if (error.code === "mfa_factor_name_conflict") return { type: "factor_name_taken" };
  return fromAuth(error);
}

/** @returns the person's id */
export async function verifyFactor(mfa: GoTrueMFAApi, code: string): Promise<Result<string, AuthFailure>> {
  const { data, error } = await mfa.listFactors();
  if (error) return fail(fromMfa(error));
  let failure: AuthFailure = { type: "session_ended" };
  // The person may use any of the enrolled devices.
  for (const factor of data.totp) {
    const verified = await mfa.challengeAndVerify({ factorId: factor.id, code });
    if (!verified.error) return ok(verified.data.user.id);
    failure = fromMfa(verified.error);
    if (verified.error.name !== "AuthApiError") break;
  }
  return fail(failure);
}

export function createSecondFactorCalls(
  client: LazyClient,
  readSession: ReadSession,
  session: Session,
): SecondFactorCalls {
  const mfa = async () => (await client.signedIn()).mfa;
  /** Refreshes the session, whose claims have changed. */
  const refreshed = async () => {
    const now = await readSession();
    return now.ok ? readSession(undefined, now.value.access_token) : now;
  };

  const calls = orOffline<Omit<SecondFactorCalls, "hasSecondFactor">>({
    async secondFactors() {
      const { data, error } = await (await mfa()).listFactors();
      if (error) return fail(fromMfa(error));
      return ok(data.totp.map((f) => ({ id: f.id, name: f.friendly_name ?? "", addedAt: f.created_at })));
    },

    async enrolSecondFactor(name) {
      const { data, error } = await (await mfa()).enroll({
        factorType: "totp",
        friendlyName: name,
        issuer: "Betaflock",
      });
      if (error) return fail(fromMfa(error));
      const { qr_code: picture, secret, uri: link } = data.totp;
      return ok({ id: data.id, picture, secret, link });
    },

    async confirmSecondFactor(id, code) {
      const { data, error } = await (await mfa()).challengeAndVerify({ factorId: id, code });
      if (error) return fail(fromMfa(error));
      // A call sent with the old token may have locked this session. If this fails, the next call
      // unlocks it.
      await session.enter(data.user.id);
      return ok(undefined);
    },

    async removeSecondFactor(id) {
      const { error } = await (await mfa()).unenroll({ factorId: id });
      if (error) return fail(fromMfa(error));
      // The current token still claims a second factor. If this fails, the next refresh corrects
      // it.
      await refreshed();
      return ok(undefined);
    },

    async verifySecondFactor(code) {
      const verified = await verifyFactor(await mfa(), code);
      return verified.ok ? session.enter(verified.value) : verified;
    },

    async redeemRecoveryCode(code) {
      const { data: right, error, status } = await (await client.get()).rpc("use_recovery_code", { code });
      if (status === 0) return fail({ type: "offline" });
      if (error && status === 401) return fail({ type: "session_ended" });
      if (error && status === 429) return fail({ type: "rate_limited" });
      // `wrong_state` means that an earlier attempt succeeded and its answer was lost.
      if (error && error.details !== "wrong_state") return fail({ type: "unexpected" });
      if (!error && right !== true) return fail({ type: "wrong_recovery_code" });
      // The current session still lists the removed factors.
      const fresh = await refreshed();
      if (fresh.ok) return session.enter(fresh.value.user.id);
      return fail({ type: fresh.error.type === "offline" ? "offline" : "session_ended" });
    },
  });
  return {
    ...calls,
    async hasSecondFactor() {
      if (!(await readSession()).ok) return false;
      const { data } = await (await client.auth()).mfa.getAuthenticatorAssuranceLevel();
      return data?.currentLevel === "aal2";
    },
  };
}
