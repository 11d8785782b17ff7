// Numbers a store's edits (`sync_seq`). The server treats an edit as repeated if the row has the
// same or a higher number from the same store. A row therefore never gets a number twice, not even
// after a reverted edit or in a rebuilt store that does not know which edits are in flight.

/** The store's first number, and the highest number of each row since (`collection|id`). */
export interface EditNumbers {
  readonly from: number;
  readonly given: Map<string, number>;
}

const startOf2026 = 1_767_225_600;
/** Reached in 2060. Limits a wrong clock, because the server's numbers have only 32 bits. */
const highestOfClock = 2 ** 30;
/** Maximum of edits of a row between two openings of the store. */
const editsOfOneOpening = 1000;

/**
 * Returns an opened store's first number.
 * @param last the first number of the previous opening; 0 if there was none
 */
export function numbersFrom(last: number): number {
  const seconds = Math.floor(Date.now() / 1000) - startOf2026;
  return Math.max(last === 0 ? 0 : last + editsOfOneOpening, Math.min(seconds, highestOfClock));
}

/** Returns the number of a row's next edit. @param after the number of the edited version */
export const nextNumber = ({ from, given }: EditNumbers, key: string, after: number): number =>
  Math.max(after, given.get(key) ?? 0, from) + 1;

export function noteNumber({ given }: EditNumbers, key: string, number: number): void {
  given.set(key, Math.max(given.get(key) ?? 0, number));
}
