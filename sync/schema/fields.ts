// Column types of all schemas, and the columns that replication needs. A limit is declared once in
// TypeScript, here or in the collection's file, and once in SQL; tests/sql/bridge.test.ts compares
// them.
import * as v from "valibot";
import { isEmailAddress } from "../inputs/email-address.ts";
import { isOneLine } from "../inputs/single-line.ts";
import { currencies } from "./values.ts";

/** A UUID made on the client (v4, or v5 where two devices must agree). */
export const id = v.pipe(v.string(), v.uuid(), v.maxLength(36));

/** An instant as ISO 8601 in UTC with milliseconds, which sorts as text. */
export const instant = v.pipe(v.string(), v.isoTimestamp(), v.maxLength(24));

/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export const day = v.pipe(v.string(), v.isoDate(), v.maxLength(10));

/**
 * Free text of at most `max` characters; may be empty, never null. Counts code points like
 * PostgreSQL: `length` counts an emoji as two.
 */
export const text = (max: number) => v.pipe(v.string(), v.maxCodePoints(max));

/** Like `text`, but on one line (private.is_line). Forms replace pasted line breaks first. */
export const line = (max: number) =>
  v.pipe(v.string(), v.maxCodePoints(max), v.check(isOneLine, "Line breaks and control characters"));

/** A normalized e-mail address (private.is_email), or empty. */
export const address = v.pipe(
  v.string(),
  v.check((value) => value === "" || isEmailAddress(value)),
);

/** The length of a text in code points, as limits count it. */
export const characters = (value: string): number => [...value].length;

export const integer = (min = 0, max = 2_147_483_647) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Money in whole cents. A separate column has the currency. */
export const cents = integer();

export const currency = v.picklist(currencies);

/**
 * The columns that replication needs. RxDB rejects names that start with an underscore, so they are
 * called `sync_…` on device and server.
 * - `sync_xid`: the server transaction that last wrote the row; "" while the local edit is
 *   unconfirmed.
 * - `sync_client`: the store that wrote it last; "" if the server did.
 * - `sync_seq`: grows with each version by any writer. A lower one of the same client is an
 *   ancestor, not a rival.
 */
export const replicated = {
  created_at: instant,
  updated_at: instant,
  sync_xid: text(20),
  sync_client: text(36),
  sync_seq: integer(),
};

/** A file of a report or result, at `{tester_id}/{sha256}` in the bucket `attachments`. */
export const attachment = v.object({
  id,
  name: line(255),
  type: line(100),
  size: integer(1, 52_428_800),
  sha256: v.pipe(v.string(), v.hash(["sha256"])),
  width: v.nullable(integer(1)),
  height: v.nullable(integer(1)),
});
