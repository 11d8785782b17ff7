// What stands in a list's place while it has nothing to show for a reason that is not "there is
// nothing".
import { Trans } from "@lingui/react/macro";
import { CloudOff } from "lucide-react";
import type { ListState } from "../../../state/list.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { SkeletonList } from "../../../ui/skeleton.tsx";

interface ListStatesProps {
  list: Exclude<ListState<unknown>, { state: "ready" }>;
  /** Height of a placeholder row, as a class. */
  row?: string;
  /** It is a list of cards side by side. */
  cards?: boolean;
}

export function ListStates({ list, row = "h-32", cards = false }: ListStatesProps) {
  if (list.state === "loading") return <SkeletonList rows={cards ? 6 : 4} className={row} cards={cards} />;
  if (list.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  return (
    <EmptyState icon={CloudOff} title={<Trans>Not on this device yet</Trans>}>
      <Trans>Connect once, and everything will be here next time, even offline.</Trans>
    </EmptyState>
  );
}
