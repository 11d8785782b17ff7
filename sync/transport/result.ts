// Expected failures are values with a `type` that says what one does about them; bugs throw. The
// text that a person reads is made in the screen, translated: nothing in here is meant to be shown
// as it is.

/** What can go wrong when something is written to or read from the device. */
export type Failure =
  | { type: "invalid"; issues: { path: string; message: string }[] }
  | { type: "not_found" }
  | { type: "not_allowed"; code: string }
  | { type: "storage_full" }
  | { type: "storage_denied" }
  /**
   * A newer version of the app has brought this device's data up to date: this page must be loaded
   * anew.
   */
  | { type: "outdated" }
  | { type: "too_large"; limit: number }
  | { type: "wrong_type" }
  /** A bug: shown with an offer to report it, never swallowed. */
  | { type: "unexpected"; error: unknown };

export type Result<T, E extends { type: string } = Failure> = { ok: true; value: T } | { ok: false; error: E };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const fail = <E extends { type: string }>(error: E): { ok: false; error: E } => ({ ok: false, error });
