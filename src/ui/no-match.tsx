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
  /** Determines the button's label. */
  clear?: keyof typeof labels;
}

interface EmptyListProps {
  q: string;
  noMatch: ReactNode;
  onClear: () => void;
  /** Shown if the list is empty without a search. */
  children: ReactNode;
}

/** An empty list, because of the search or without rows. */
export const EmptyList = ({ q, noMatch, onClear, children }: EmptyListProps) =>
  q === "" ? children : <NoMatch title={noMatch} clear="search" onClear={onClear} />;

/** A list without matches, with a button that clears search or filters. */
export const NoMatch = ({ title, children, onClear, clear = "filters" }: NoMatchProps) => (
  <EmptyState icon={SearchX} title={title} action={<Button onClick={onClear}>{labels[clear]}</Button>}>
    {children}
  </EmptyState>
);
