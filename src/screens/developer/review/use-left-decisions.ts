// Decisions that a page still held for undo when it died are carried out once somebody is back.
import { useEffect } from "react";
import { decisionsSettle } from "../../../../sync/mutations/pending-reviews.ts";
import { reportError } from "../../../report.ts";
import { useStore } from "../../../store/store.ts";

export function useLeftDecisions() {
  const store = useStore();
  useEffect(() => {
    if (store) decisionsSettle(store).catch(reportError);
  }, [store]);
}
