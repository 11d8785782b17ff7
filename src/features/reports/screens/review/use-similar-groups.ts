import { startTransition, useEffect, useMemo, useState } from "react";
import type { Feedback } from "#sync/schema/feedback.ts";
import { grouping, groupsOfIds, groupTheSame, type SimilarGroup } from "./similar.ts";

/** Maximum time per slice, to keep typing responsive. */
const SLICE_MS = 8;

/**
 * Computes groups of similar reports in the background when reports or their texts change.
 * Searches, filters and approvals reuse them.
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
