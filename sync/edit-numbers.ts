// The number that an edit carries (`sync_seq`). The server takes an edit that is numbered no higher than its row, by the
// same store, for one that it has already: so no number may come to a row twice, not even after the edit that had it was
// refused and the row went back.

/** The highest number that each row was stored with here, by `collection|id`. */
export type EditNumbers = ReadonlyMap<string, number>;

const startOf2026 = 1_767_225_600;
/** In 2060: numbers are 32 bits wide on the server, and no clock may use them up. */
const highestOfClock = 2 ** 30;

/**
 * The number of a row's next edit.
 * @param after the number of the version that it is made from
 * What this tab has stored is gone on from. What it does not know (another tab's, or a store's before it was opened) lies
 * below the seconds since 2026: nobody edits one row more often than once a second for long.
 */
export function nextNumber(numbers: EditNumbers, key: string, after: number): number {
  const seconds = Math.floor(Date.now() / 1000) - startOf2026;
  return Math.max(after, numbers.get(key) ?? 0, Math.min(seconds, highestOfClock)) + 1;
}
