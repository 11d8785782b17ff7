// The codes with which the server refuses a change: in `sync_push` beside the row, over REST as
// DETAIL of a 422.
// SQL lists the same ones at private.refuse (compared by tests/sql/bridge.test.ts).

export const refusalCodes = [
  /** A column, a kind of row, or a role that may not be written so. */
  "not_allowed",
  /** Another person's. */
  "forbidden",
  "wrong_state",
  "campaign_full",
  "campaign_closed",
  "not_accepted",
  "too_early",
  "too_late",
  "missing_parent",
  "missing_rating",
  "text_frozen",
  "reason_required",
  "usefulness_required",
  "suspended",
  "inactive",
  "invalid",
  "duplicate",
  "spots_limit",
  "agreement_required",
  "answer_required",
  "no_rewards",
  "no_paypal",
  /** An app is published with a published release only. */
  "release_required",
  /** The storage area is full. */
  "quota",
  /** A row or a file that is larger than anything on the way takes. */
  "too_large",
  /** The bytes of a file are not those that its name promises. */
  "damaged",
  "unknown_collection",
  "registration_closed",
  /** HTTP 429: ask again in a minute. */
  "rate_limited",
  /** HTTP 503: the whole call waits, no row is refused. */
  "maintenance",
  /** A fault of the server's own; it is in `sync_refusals`. */
  "internal",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/**
 * In the outbox beside these: what the server had, and has no more since it was put back to an
 * earlier state.
 */
export const lostCode = "restored";
