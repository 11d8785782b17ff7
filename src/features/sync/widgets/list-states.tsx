// States of a list other than empty: loading, failed, not synced.
import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import type { ListState } from "#state/list.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { CannotSync, ConnectOnce } from "./missing-rows.tsx";

interface ListStatesProps {
  list: Exclude<ListState<unknown>, { state: "ready" }>;
  /** Height class of a placeholder row. */
  row?: string;
  /** Renders placeholders as cards side by side. */
  cards?: boolean;
}

export function ListStates({ list, row = "h-32", cards = false }: ListStatesProps) {
  if (list.state === "loading") return <SkeletonList rows={cards ? 6 : 4} className={row} cards={cards} />;
  if (list.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (list.state === "incomplete") {
    return (
      <EmptyState icon={CloudOff} title={<Trans>Some entries are missing on this device</Trans>}>
        <CannotSync />
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CloudOff} title={<Trans>Not on this device yet</Trans>}>
      <ConnectOnce />
    </EmptyState>
  );
}
