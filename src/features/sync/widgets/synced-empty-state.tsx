// The empty state, shown only if this device has all rows of the collections.
import type { ComponentProps } from "react";
import { useRowsHere } from "#state/rows-here.ts";
import type { CollectionName } from "#sync/schema/collections.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListStates } from "./list-states.tsx";

interface SyncedEmptyStateProps extends ComponentProps<typeof EmptyState> {
  of: readonly CollectionName[];
}

export function SyncedEmptyState({ of, ...empty }: SyncedEmptyStateProps) {
  const here = useRowsHere(of);
  if (here === "all") return <EmptyState {...empty} />;
  return (
    <div className="flex flex-col gap-3">
      <ListStates list={{ state: here === "arriving" ? "loading" : here }} />
      {empty.action && <div className="flex flex-wrap justify-center gap-3">{empty.action}</div>}
    </div>
  );
}
