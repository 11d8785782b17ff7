import { useEffect } from "react";
import { atRest } from "#lib/at-rest.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { searchedText } from "./filter.ts";

/** Batch size that takes less than a frame. */
const TOGETHER = 500;

/**
 * Precomputes the search text while idle, so that the first keystroke is fast with 5,000 reports.
 */
export function useSearchReady(reports: readonly Feedback[]): void {
  useEffect(() => {
    let stopped = false;
    const prepare = (from: number) => {
      if (stopped || from >= reports.length) return;
      reports.slice(from, from + TOGETHER).forEach(searchedText);
      atRest(() => prepare(from + TOGETHER));
    };
    atRest(() => prepare(0));
    return () => {
      stopped = true;
    };
  }, [reports]);
}
