import { useEffect } from "react";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { atRest } from "../../../../lib/at-rest.ts";
import { searchedText } from "./filter.ts";

/** So many at a time: less than a frame. */
const TOGETHER = 500;

/** Prepares the search while nothing else is to do: its first letter finds 5,000 reports ready. */
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
