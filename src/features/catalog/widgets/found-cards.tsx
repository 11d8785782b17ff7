// A list that the server searches. Shows matching local rows until it responds and offline.
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatMoment } from "#i18n/format.ts";
import { Button } from "#ui/button.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Notice } from "#ui/notice.tsx";
import { useNow } from "#ui/use-now.ts";
import { ListStates } from "../../sync/widgets/list-states.tsx";

interface FoundCardsProps<T> {
  /** Null while loading or after a failure. */
  answer: { items: readonly T[]; total: number } | null;
  failed: "offline" | "rejected" | null;
  more: (() => void) | null;
  retry: () => void;
  here: readonly T[];
  /** All local rows; null while loading. */
  held: { count: number; asOf: string | null } | null;
  filtered: boolean;
  skeleton: ReactNode;
  list: (items: readonly T[]) => ReactNode;
  /** The empty state. @param any true if nothing matches the search */
  nothing: (any: boolean) => ReactNode;
  total: (count: number) => ReactNode;
  /** Describes the range of an offline search. @param at age of the local rows; null if unknown */
  searched: (count: number, at: string | null) => ReactNode;
  errorTitle: ReactNode;
}

export function FoundCards<T>(props: FoundCardsProps<T>) {
  const { answer, failed, here, held, filtered, skeleton, nothing } = props;
  if (answer) {
    if (answer.items.length === 0 && !props.more) return nothing(filtered);
    return (
      <Listed {...props} items={answer.items} more={props.more}>
        {props.total(answer.total)}
      </Listed>
    );
  }
  if (!failed) {
    return here.length === 0 ? (
      skeleton
    ) : (
      <Listed {...props} items={here} more={null}>
        <Trans>Searching…</Trans>
      </Listed>
    );
  }
  const notice = failed === "rejected" && <NotSearched title={props.errorTitle} onRetry={props.retry} />;
  if (!held) return skeleton;
  if (held.count === 0) return notice || <ListStates list={{ state: "never_synced" }} />;
  return (
    <>
      {notice}
      {here.length === 0 && nothing(true)}
      <Listed {...props} items={here} more={null}>
        <Searched {...held} text={props.searched} />
      </Listed>
    </>
  );
}

interface ListedProps<T> extends Pick<FoundCardsProps<T>, "list"> {
  items: readonly T[];
  more: (() => void) | null;
  children: ReactNode;
}

function Listed<T>({ items, list, more, children }: ListedProps<T>) {
  return (
    <section className="flex flex-col gap-3">
      <p role="status" className="text-muted text-sm">
        {children}
      </p>
      {items.length > 0 && list(items)}
      <LoadMore onMore={more} />
    </section>
  );
}

interface SearchedProps {
  count: number;
  asOf: string | null;
  text: (count: number, at: string | null) => ReactNode;
}

function Searched({ count, asOf, text }: SearchedProps) {
  const { i18n } = useLingui();
  const now = useNow();
  return text(count, asOf === null ? null : formatMoment(asOf, i18n.locale, now));
}

function NotSearched({ title, onRetry }: { title: ReactNode; onRetry: () => void }) {
  return (
    <Notice
      tone="caution"
      live
      title={title}
      action={
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}
