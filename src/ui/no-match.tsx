import { Trans } from "@lingui/react/macro";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

const labels = {
  search: <Trans>Clear search</Trans>,
  filters: <Trans>Clear filters</Trans>,
  both: <Trans>Clear search and filters</Trans>,
};

interface NoMatchProps {
  title: ReactNode;
  children?: ReactNode;
  onClear: () => void;
  /** What there is to clear. */
  clear?: keyof typeof labels;
}

interface EmptyListProps {
  /** What was searched for. */
  q: string;
  /** With a search: nothing fits it. */
  noMatch: ReactNode;
  onClear: () => void;
  /** Without one: there is nothing yet. */
  children: ReactNode;
}

/** A list without rows: because of the search, or because there are none. */
export const EmptyList = ({ q, noMatch, onClear, children }: EmptyListProps) =>
  q === "" ? children : <NoMatch title={noMatch} clear="search" onClear={onClear} />;

/** A list in which nothing fits the search or the filters, and the way back to all of it. */
export const NoMatch = ({ title, children, onClear, clear = "filters" }: NoMatchProps) => (
  <EmptyState icon={SearchX} title={title} action={<Button onClick={onClear}>{labels[clear]}</Button>}>
    {children}
  </EmptyState>
);
