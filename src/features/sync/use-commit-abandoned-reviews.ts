// Writes the pending decisions that a crashed page left behind.
import { useEffect } from "react";
import { decisionsSettle } from "#sync/mutations/pending-reviews.ts";
import { reportError } from "../../lib/error-log.ts";
import { useStore } from "../../state/store.ts";

export function useCommitAbandonedReviews() {
  const store = useStore();
  useEffect(() => {
    if (store) decisionsSettle(store).catch(reportError);
  }, [store]);
}
