// Expected failures are values with a `type` that says what one does about them; bugs throw. This
// is the one list of them: nothing else crosses the entrance of sync/ as a failure. The text that a
// person reads is made in one place too (src/features/sync/failures.ts), translated.

/** Everything that can go wrong. A call says by `FailureOf` which of it can happen there. */
export type Failure =
  // A call to the server, by what to do next.
  /** No answer: retry when the network is back. */
  | { type: "offline" }
  /** The server asks to retry later (5xx, 408, 425, 429, maintenance). */
  | { type: "retry"; status: number; code: string; afterMs?: number }
  /** The token is not accepted: refresh it, then repeat; if that is refused, lock. */
  | { type: "unauthorized" }
  /** No, and it will stay no. `code`: of schema/refusals.ts; `message`: the server's own words. */
  | { type: "refused"; status: number; code: string; message: string }

  // A write to or a read from this device.
  | { type: "invalid"; issues: { path: string; message: string }[] }
  | { type: "not_found" }
  | { type: "not_allowed"; code: string }
  | { type: "storage_full" }
  | { type: "storage_denied" }
  /** A newer version of the app upgraded this device's data: reload the page. */
  | { type: "outdated" }
  | { type: "too_large"; limit: number }
  | { type: "wrong_type" }

  // Signing in and the person's own account.
  | { type: "email_taken" | "no_account" | "user_not_found" | "wrong_password" | "same_password" }
  | { type: "wrong_current_password" | "session_ended" | "rate_limited" }
  | { type: "weak_password"; reasons: readonly string[] }
  /** The address must be confirmed first: a message with a link was sent. */
  | { type: "confirm_email" }
  /** A link from an e-mail (or a provider's way back) that was used, or is too old. */
  | { type: "link_expired" }
  | { type: "login_cancelled" }
  /** Another person is signed in here: their session must not be replaced. */
  | { type: "other_person" }
  /** No login is set up with that provider. */
  | { type: "provider_missing" }
  /** The password was right; the authenticator app's code comes next. */
  | { type: "second_factor" }
  | { type: "wrong_code" }
  | { type: "wrong_recovery_code" }
  /** The password was right but has expired (System Settings): a new one is required first. */
  | { type: "password_expired" }
  | { type: "factor_name_taken" }

  /** A bug, or an unknown error of a service: shown and reported. */
  | { type: "unexpected"; error?: unknown; message?: string };

export type FailureOf<T extends Failure["type"]> = Extract<Failure, { type: T }>;

export type CallFailure = FailureOf<"offline" | "retry" | "unauthorized" | "refused">;
export type RefusedCall = FailureOf<"refused">;
export type DeviceFailure = FailureOf<
  | "invalid"
  | "not_found"
  | "not_allowed"
  | "storage_full"
  | "storage_denied"
  | "outdated"
  | "too_large"
  | "wrong_type"
  | "unexpected"
>;
export type AuthFailure =
  | Exclude<Failure, CallFailure | DeviceFailure>
  | FailureOf<"offline" | "refused" | "unexpected">;

export type Result<T, E extends Failure = DeviceFailure> = { ok: true; value: T } | { ok: false; error: E };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const fail = <E extends Failure>(error: E): { ok: false; error: E } => ({ ok: false, error });
