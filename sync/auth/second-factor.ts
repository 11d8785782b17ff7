// The second factor: a code from an authenticator app, after the password. Everything goes
// through supabase-js' `auth.mfa`, so it is the same on every backend. Never keeps a secret: the
// picture and the key are shown once and forgotten.
import type { AuthError, GoTrueMFAApi } from "@supabase/supabase-js";
import type { Person } from "../database/store.ts";
import { type LazyClient, orOffline } from "../transport/client.ts";
import { type AuthFailure, fail, ok, type Result } from "../transport/result.ts";
import { fromAuth, type Session } from "./session.ts";

export interface SecondFactor {
  id: string;
  name: string;
  addedAt: string;
}
export interface Enrolment {
  id: string;
  /** An image as an address. */
  picture: string;
  /** Instead of scanning: the key, and a link that opens an authenticator app on this device. */
  secret: string;
  link: string;
}

export interface SecondFactorCalls {
  secondFactors(): Promise<Result<SecondFactor[], AuthFailure>>;
  /**
   * Begins one: it counts once a code of it was given. Those that were begun before are forgotten.
   */
  enrolSecondFactor(name: string): Promise<Result<Enrolment, AuthFailure>>;
  /**
   * The first code of a new one. The person's other sessions, which began with a password alone,
   * end.
   */
  confirmSecondFactor(id: string, code: string): Promise<Result<void, AuthFailure>>;
  removeSecondFactor(id: string): Promise<Result<void, AuthFailure>>;
  /** At login, after the password: with the code the session counts, and the app opens. */
  verifySecondFactor(code: string): Promise<Result<Person, AuthFailure>>;
  /**
   * At login, in the place of that code: takes two-step verification off the account, ends its
   * other sessions, and opens the app.
   */
  redeemRecoveryCode(code: string): Promise<Result<Person, AuthFailure>>;
  /** Was a second factor given in this session? Asks no network. */
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
  // Unknown which of the devices shows the code.
  for (const factor of data.totp) {
    const verified = await mfa.challengeAndVerify({ factorId: factor.id, code });
    if (!verified.error) return ok(verified.data.user.id);
    failure = fromMfa(verified.error);
    if (verified.error.name !== "AuthApiError") break;
  }
  return fail(failure);
}

export function createSecondFactorCalls(client: LazyClient["get"], session: Session): SecondFactorCalls {
  const mfa = async () => (await client()).auth.mfa;

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
      // A call that was on its way with the token of before may have locked this session. Should
      // this fail, the next one opens it.
      await session.enter(data.user.id);
      return ok(undefined);
    },

    async removeSecondFactor(id) {
      const { error } = await (await mfa()).unenroll({ factorId: id });
      if (error) return fail(fromMfa(error));
      // The token in hand still says that a second factor was given. Should this fail, the next
      // refresh says it.
      await (await client()).auth.refreshSession();
      return ok(undefined);
    },

    async verifySecondFactor(code) {
      const verified = await verifyFactor(await mfa(), code);
      return verified.ok ? session.enter(verified.value) : verified;
    },

    async redeemRecoveryCode(code) {
      const { data: right, error, status } = await (await client()).rpc("use_recovery_code", { code });
      if (status === 0) return fail({ type: "offline" });
      if (error && status === 401) return fail({ type: "session_ended" });
      if (error && status === 429) return fail({ type: "rate_limited" });
      // Tried again after the answer was lost: nothing is waited for any more.
      if (error && error.details !== "wrong_state") return fail({ type: "unexpected" });
      if (!error && right !== true) return fail({ type: "wrong_recovery_code" });
      // The session in hand still names the factors that were there.
      const fresh = await (await client()).auth.refreshSession();
      if (fresh.error) return fail(fromMfa(fresh.error));
      return fresh.data.user ? session.enter(fresh.data.user.id) : fail({ type: "session_ended" });
    },
  });
  return {
    ...calls,
    async hasSecondFactor() {
      const { data } = await (await mfa()).getAuthenticatorAssuranceLevel();
      return data?.currentLevel === "aal2";
    },
  };
}
