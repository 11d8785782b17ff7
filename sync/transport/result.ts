// Expected failures are values whose `type` decides the reaction; bugs throw. This is the complete
// list: no other failure leaves sync/. Their translated texts are in src/features/sync/failures.ts.

/** All failures. `FailureOf` selects those of a call. */
export type Failure =
  // Calls to the server.
  /** No answer: retry when the network is back. `timedOut`: the request may be too large. */
  | { type: "offline"; timedOut?: true }
  /** The server asks to retry later (5xx, 408, 425, 429, maintenance). */
  | { type: "retry"; status: number; code: string; afterMs?: number }
  /** Refresh the token and repeat the call; lock the session if the refresh is rejected. */
  | { type: "unauthorized" }
  /** A permanent rejection. `code`: of schema/rejections.ts; `message`: the server's text. */
  | { type: "rejected"; status: number; code: string; message: string }

  // Reads and writes on this device.
  | { type: "invalid"; issues: { path: string; message: string }[] }
  | { type: "not_found" }
  | { type: "not_allowed"; code: string }
  | { type: "storage_full" }
  | { type: "storage_denied" }
  /** A newer version of the app has upgraded this device's data: reload the page. */
  | { type: "outdated" }
  | { type: "too_large"; limit: number }
  | { type: "wrong_type" }
  /** The chosen file was changed or deleted before it was stored. */
  | { type: "file_gone" }

  // Signing in, and the person's account.
  | { type: "email_taken" | "no_account" | "user_not_found" | "wrong_password" | "same_password" }
  | { type: "wrong_current_password" | "session_ended" | "rate_limited" }
  | { type: "weak_password"; reasons: readonly string[] }
  /** The address must be confirmed first. A message with a link was sent. */
  | { type: "confirm_email" }
  /** An e-mail link or a provider's redirect was used before or has expired. */
  | { type: "link_expired" }
  | { type: "login_cancelled" }
  /** Another person is signed in here, whose session must not be replaced. */
  | { type: "other_person" }
  /** The server has no login with that provider. */
  | { type: "provider_missing" }
  /** The password was right; a code of the authenticator app is required next. */
  | { type: "second_factor" }
  /** A new password requires a login from the last 24 hours (secure_password_change). */
  | { type: "login_too_old" }
  | { type: "wrong_code" }
  | { type: "wrong_recovery_code" }
  /** The password was right but has expired (System Settings): a new one is required first. */
  | { type: "password_expired" }
  | { type: "factor_name_taken" }

  /** A bug, or an unknown error of a service. Shown and reported. */
  | { type: "unexpected"; error?: unknown; message?: string };

export type FailureOf<T extends Failure["type"]> = Extract<Failure, { type: T }>;

export type CallFailure = FailureOf<"offline" | "retry" | "unauthorized" | "rejected">;
export type RejectedCall = FailureOf<"rejected">;
export type DeviceFailure = FailureOf<
  | "invalid"
  | "not_found"
  | "not_allowed"
  | "storage_full"
  | "storage_denied"
  | "outdated"
  | "too_large"
  | "wrong_type"
  | "file_gone"
  | "unexpected"
>;
export type AuthFailure =
  | Exclude<Failure, CallFailure | DeviceFailure>
  | FailureOf<"offline" | "rejected" | "unexpected">;

export type Result<T, E extends Failure = DeviceFailure> = { ok: true; value: T } | { ok: false; error: E };

/** The answer of a call to the server. */
export type CallResult<T = unknown> = Promise<Result<T, CallFailure>>;

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const fail = <E extends Failure>(error: E): { ok: false; error: E } => ({ ok: false, error });
