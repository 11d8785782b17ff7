// The codes with which the server refuses a change: in `sync_push` beside the row, over REST as
// DETAIL of a 422.
// SQL lists the same ones at private.refuse (compared by tests/sql/bridge.test.ts).

export const refusalCodes = [
  /** A column, collection or role that may not be written. */
  "not_allowed",
  /** It belongs to another person. */
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
  /** A row or file that is larger than the server or a proxy accepts. */
  "too_large",
  /** A file whose bytes do not match its SHA-256. */
  "damaged",
  /** An organization keeps one owner. */
  "last_owner",
  /** More of a kind than there may be. */
  "too_many",
  /** A report is assigned to members who can review it. */
  "not_a_reviewer",
  "unknown_collection",
  "registration_closed",
  /** HTTP 429: retry after a minute. */
  "rate_limited",
  /** HTTP 503: the whole call is retried, no row is rejected. */
  "maintenance",
  /** A bug in the server, recorded in `sync_refusals`. */
  "internal",
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** The outbox's own code: the server had it, and lost it when it was restored. */
export const lostCode = "restored";
