import { startTransition, useEffect, useMemo, useState } from "react";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { grouping, groupsOfIds, groupTheSame, type SimilarGroup } from "./similar.ts";

/** No longer at once: thousands of reports must not hold up a key. */
const SLICE_MS = 8;

/**
 * The groups of similar reports, found between other work once a report comes, leaves or gets other
 * words. A search, a filter and an approval find none anew.
 */
export function useSimilarGroups<R extends Feedback>(reports: readonly R[]): readonly SimilarGroup<R>[] {
  const [grouped, setGrouped] = useState(reports);
  const [found, setFound] = useState<readonly (readonly string[])[]>([]);
  if (grouped !== reports && !groupTheSame(grouped, reports)) setGrouped(reports);
  useEffect(() => {
    const steps = grouping(grouped);
    const go = () => {
      const end = performance.now() + SLICE_MS;
      let step = steps.next();
      while (!step.done && performance.now() < end) step = steps.next();
      if (!step.done) timer = setTimeout(go);
      else {
        const ids = step.value.map((group) => group.map(({ id }) => id));
        startTransition(() => setFound(ids));
      }
    };
    let timer = setTimeout(go);
    return () => clearTimeout(timer);
  }, [grouped]);
  return useMemo(() => groupsOfIds(found, reports), [found, reports]);
}
