// Codes of the server's rejections: in `sync_push` with each row, over REST as DETAIL of a 422. SQL
// lists the same at private.reject (tests/sql/bridge.test.ts compares them).

export const rejectionCodes = [
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
  /** Publishing an app requires a published release. */
  "release_required",
  /** The storage area is full. */
  "quota",
  /** A row or file that is larger than the server or a proxy accepts. */
  "too_large",
  /** A file whose bytes do not match its SHA-256. */
  "damaged",
  /** An organization must keep one owner. */
  "last_owner",
  /** The limit of this kind is reached. */
  "too_many",
  /** The person's daily limit of this kind is reached. */
  "daily_limit",
  /** Reports can be assigned only to members who can review them. */
  "not_a_reviewer",
  "unknown_collection",
  "registration_closed",
  /** HTTP 429: retry after a minute. */
  "rate_limited",
  /** HTTP 503: the whole call is retried, no row is rejected. */
  "maintenance",
  /** A bug in the server, recorded in `sync_rejections`. */
  "internal",
] as const;

export type RejectionCode = (typeof rejectionCodes)[number];

export const isRejection = (code: string | undefined): code is RejectionCode =>
  rejectionCodes.some((known) => known === code);

/** Used only in the outbox: a restored server has lost the acknowledged row. */
export const lostCode = "restored";
