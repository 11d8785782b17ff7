// The number that an edit carries (`sync_seq`). The server takes an edit that is numbered no higher
// than its row, by the same store, for one that it has already: so no number may come to a row
// twice, not even after the edit that had it was refused and the row went back, nor in a store that
// was made anew and knows less than what is still on its way.

/**
 * From where a store that is opened counts, and the highest number that each row was stored with
 * since (`collection|id`).
 */
export interface EditNumbers {
  readonly from: number;
  readonly given: Map<string, number>;
}

const startOf2026 = 1_767_225_600;
/** In 2060: numbers are 32 bits wide on the server, and no clock may use them up. */
const highestOfClock = 2 ** 30;
/** No row is edited more often between two openings of the store. */
const editsOfOneOpening = 1000;

/**
 * From where a store counts that is opened now. @param last from where it counted when it was
 * opened before; 0: never
 */
export function numbersFrom(last: number): number {
  const seconds = Math.floor(Date.now() / 1000) - startOf2026;
  return Math.max(last === 0 ? 0 : last + editsOfOneOpening, Math.min(seconds, highestOfClock));
}

/** The number of a row's next edit. @param after the number of the version that it is made from */
export const nextNumber = ({ from, given }: EditNumbers, key: string, after: number): number =>
  Math.max(after, given.get(key) ?? 0, from) + 1;
