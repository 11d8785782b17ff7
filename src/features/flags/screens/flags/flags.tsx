// Flags: reports of harmful or wrong content. Admins resolve or dismiss them, also offline. Flags
// decided before this device's first sync are listed from the server.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Flag as FlagIcon } from "lucide-react";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { LongQueue } from "#features/sync/widgets/long-queue.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { matches } from "#lib/text-match.ts";
import { useList, withListed } from "#state/list.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { allFlags, isOpen } from "#sync/queries/admin.ts";
import { adminFlags } from "#sync/schema/admin-functions.ts";
import type { Flag } from "#sync/schema/flags.ts";
import { FilterPills } from "#ui/filter-pills.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { useUrlText } from "#ui/use-url-text.ts";
import { RowList } from "#ui/virtual-list.tsx";
import { FlagCard } from "../../widgets/flag-card.tsx";
import { ReviewFlag } from "./review-flag.tsx";

const route = getRouteApi("/_signed-in/admin/flags");
type Search = ReturnType<typeof route.useSearch>;

const fits = (flag: Flag, show: Search["show"]) =>
  show === "all" || (show === undefined ? isOpen(flag) : flag.status === show);

export function Flags() {
  const { t } = useLingui();
  const list = useList(allFlags(), ["flags"]);
  const [{ q = "", show, flag: reviewed }, change] = useSearchChange(route);
  const [text, setText] = useUrlText(q, (next) => change({ q: next || undefined }));
  const flags = list.state === "ready" ? list.data : [];
  const found = flags.filter((f) => matches(q, f.content_title, f.reporter_name, f.reason, f.resolution));
  const shown = found.filter((f) => fits(f, show));
  const open = flags.find((f) => f.id === reviewed);
  const pills = [
    { value: "all" as const, label: t({ message: "All", context: "flags" }) },
    { value: undefined, label: t({ message: "Open", context: "flags" }), count: found.filter(isOpen).length },
    { value: "resolved" as const, label: t({ message: "Resolved", context: "flags" }) },
    { value: "dismissed" as const, label: t({ message: "Dismissed", context: "flags" }) },
  ];
  const clear = () => change({ q: undefined, show: undefined });
  const review = (id: string) => change({ flag: id });
  return (
    <Page title={t`Flags`} description={<Trans>Content that people have reported as wrong or harmful.</Trans>}>
      <div className="flex flex-col gap-3">
        <SearchInput value={text} onChange={setText} label={t`Search flags`} className="md:max-w-md" />
        <FilterPills label={t`Status`} value={show} onChange={(show) => change({ show })} pills={pills} />
      </div>
      {list.state !== "ready" && <ListStates list={list} />}
      {list.state === "ready" &&
        (show === undefined ? (
          <>
            {shown.length > 0 && <MissingRows of={["flags"]} />}
            <LongQueue waiting={flags.filter(isOpen).length} />
            <FlagList flags={shown} q={q} onReview={review} onClear={clear} />
          </>
        ) : (
          <DecidedFlags here={shown} q={q} show={show} onReview={review} onClear={clear} />
        ))}
      {open && <ReviewFlag flag={open} onClose={() => change({ flag: undefined })} />}
    </Page>
  );
}

interface FlagListProps {
  flags: readonly Flag[];
  q: string;
  onReview: (id: string) => void;
  onClear: () => void;
  /** Set for flags that are not on this device. */
  elsewhere?: { held: ReadonlySet<string>; reload: () => void };
}

function FlagList({ flags, q, onReview, onClear, elsewhere }: FlagListProps) {
  const { t } = useLingui();
  if (flags.length > 0) {
    return (
      <RowList
        items={flags}
        label={t`Flags`}
        estimate={150}
        render={(f) => (
          <FlagCard
            flag={f}
            onServer={elsewhere && !elsewhere.held.has(f.id) ? elsewhere.reload : undefined}
            onReview={() => onReview(f.id)}
          />
        )}
      />
    );
  }
  if (q !== "") return <NoMatch title={<Trans>No flags match your search</Trans>} onClear={onClear} />;
  return (
    <SyncedEmptyState of={["flags"]} icon={FlagIcon} title={<Trans>No flagged content</Trans>}>
      <Trans>Content that people flag as wrong or harmful appears here.</Trans>
    </SyncedEmptyState>
  );
}

interface DecidedFlagsProps extends Omit<FlagListProps, "flags" | "elsewhere"> {
  here: readonly Flag[];
  show: NonNullable<Search["show"]>;
}

function DecidedFlags({ here, show, q, ...actions }: DecidedFlagsProps) {
  const remote = useRemoteList(adminFlags, { show, search: q.trim(), limit: 50 });
  const listed = remote.rows.filter(
    (f) => fits(f, show) && matches(q, f.content_title, f.reporter_name, f.reason, f.resolution),
  );
  const flags = withListed(here, listed, (f) => f.created_at);
  // Wait for the server's flags, which are sorted in between.
  const known = remote.state === "ready" || (remote.state !== "loading" && flags.length > 0);
  return (
    <>
      <OnlineQueryStates remote={remote} failed={<Trans>The decided flags could not be loaded</Trans>} />
      {known && (
        <FlagList
          flags={flags}
          q={q}
          elsewhere={{ held: new Set(here.map((f) => f.id)), reload: remote.reload }}
          {...actions}
        />
      )}
      <LoadMore onMore={remote.more} />
    </>
  );
}
