// Column types of all schemas, one valibot type each, and the columns that replication needs. A
// limit is declared once per side, here or in the collection's file; tests/sql/bridge.test.ts
// compares it with SQL.
import * as v from "valibot";
import { currencies } from "./values.ts";

/** A UUID made on the client (v4, or v5 where two devices must agree). */
export const id = v.pipe(v.string(), v.uuid(), v.maxLength(36));

/** An instant as ISO 8601 in UTC with milliseconds: sorts as text. */
export const instant = v.pipe(v.string(), v.isoTimestamp(), v.maxLength(24));

/** A calendar day, `YYYY-MM-DD`: a campaign's first and last day have no time zone. */
export const day = v.pipe(v.string(), v.isoDate(), v.maxLength(10));

/**
 * Free text of at most `max` characters; may be empty, never null. Counts code points like
 * PostgreSQL: `length` counts an emoji as two.
 */
export const text = (max: number) => v.pipe(v.string(), v.maxCodePoints(max));

/** The length of a text for limits. */
export const characters = (value: string): number => [...value].length;

export const integer = (min = 0, max = 2_147_483_647) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Money: whole cents. The currency stands beside it. */
export const cents = integer();

export const currency = v.picklist(currencies);

/**
 * What replication needs on each row. RxDB refuses field names that start with an
 * underscore (SC8), so the three are called `sync_…` on both sides.
 * - `sync_xid`: the server transaction that last wrote the row; "" while the local edit is not
 *   confirmed.
 * - `sync_client`: the store that wrote it last; "" when the server did.
 * - `sync_seq`: grows with each version, whoever makes it; a lower one of the same client is an
 *   ancestor, not a rival.
 */
export const replicated = {
  created_at: instant,
  updated_at: instant,
  sync_xid: text(20),
  sync_client: text(36),
  sync_seq: integer(),
};
