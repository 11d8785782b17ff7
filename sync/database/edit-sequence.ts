// Numbers a store's edits (`sync_seq`). The server takes an edit as a repetition if the row already
// has the same or a higher number from the same store. So no number may be used twice for a row,
// not even after a rejected edit was reverted, nor in a rebuilt store that does not know what is
// still in flight.

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
