// Decisions that a page still held for undo when it died are carried out once somebody is back.
import { useEffect } from "react";
import { decisionsSettle } from "../../../sync/mutations/pending-reviews.ts";
import { reportError } from "../../lib/error-log.ts";
import { useStore } from "../../state/store.ts";

export function useCommitAbandonedReviews() {
  const store = useStore();
  useEffect(() => {
    if (store) decisionsSettle(store).catch(reportError);
  }, [store]);
}
