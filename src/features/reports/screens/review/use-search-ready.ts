import { useEffect } from "react";
import { ownTask } from "#state/own-task.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { searchedText } from "./filter.ts";

/** Batch size that takes less than a frame. */
const TOGETHER = 500;

/** Precomputes the search text, so that the first keystroke is fast with 5,000 reports. */
export function useSearchReady(reports: readonly Feedback[]): void {
  useEffect(() => {
    let stopped = false;
    const prepare = async () => {
      for (let from = 0; from < reports.length && !stopped; from += TOGETHER) {
        await ownTask();
        reports.slice(from, from + TOGETHER).forEach(searchedText);
      }
    };
    void prepare();
    return () => {
      stopped = true;
    };
  }, [reports]);
}
