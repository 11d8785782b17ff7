// Flags (S26, T11): what people report as wrong or harmful. Reviewed, resolved (with its content
// hidden, or not) or dismissed; works offline.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Flag as FlagIcon } from "lucide-react";
import { allFlags, isOpen } from "../../../../../sync/queries/admin.ts";
import type { Flag } from "../../../../../sync/schema/flags.ts";
import { matches } from "../../../../lib/text-match.ts";
import { useList } from "../../../../state/list.ts";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { FilterPills } from "../../../../ui/filter-pills.tsx";
import { NoMatch } from "../../../../ui/no-match.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { useUrlText } from "../../../../ui/use-url-text.ts";
import { RowList } from "../../../../ui/virtual-list.tsx";
import { ListStates } from "../../../sync/widgets/list-states.tsx";
import { FlagCard } from "./flag-card.tsx";
import { ReviewFlag } from "./review-flag.tsx";

const route = getRouteApi("/_signed-in/admin/flags");
type Search = ReturnType<typeof route.useSearch>;

const fits = (flag: Flag, show: Search["show"]) =>
  show === "all" || (show === undefined ? isOpen(flag) : flag.status === show);

export function Flags() {
  const { t } = useLingui();
  const list = useList(allFlags());
  const { q = "", show, flag: reviewed } = route.useSearch();
  const navigate = useNavigate({ from: "/admin/flags" });
  const change = (next: Partial<Search>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });
  const [text, setText] = useUrlText(q, (next) => change({ q: next || undefined }));
  const flags = list.state === "ready" ? list.data : [];
  const found = flags.filter((f) => matches(q, f.content_title, f.reporter_name, f.reason, f.resolution));
  const shown = found.filter((f) => fits(f, show));
  const open = flags.find((f) => f.id === reviewed);
  const count = (one: Search["show"]) => found.filter((f) => fits(f, one)).length;
  const pills = [
    { value: "all" as const, label: t({ message: "All", context: "flags" }), count: count("all") },
    { value: undefined, label: t({ message: "Open", context: "flags" }), count: count(undefined) },
    { value: "resolved" as const, label: t({ message: "Resolved", context: "flags" }), count: count("resolved") },
    { value: "dismissed" as const, label: t({ message: "Dismissed", context: "flags" }), count: count("dismissed") },
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t`Flags`}
        description={<Trans>Content that people have reported as wrong or harmful.</Trans>}
      />
      <div className="flex flex-col gap-3">
        <SearchInput value={text} onChange={setText} label={t`Search flags`} className="md:max-w-md" />
        <FilterPills label={t`Status`} value={show} onChange={(show) => change({ show })} pills={pills} />
      </div>
      {list.state !== "ready" && <ListStates list={list} />}
      {shown.length > 0 && (
        <RowList
          items={shown}
          label={t`Flags`}
          estimate={150}
          render={(f) => <FlagCard flag={f} onReview={() => change({ flag: f.id })} />}
        />
      )}
      {list.state === "ready" &&
        shown.length === 0 &&
        (q !== "" ? (
          <NoMatch
            title={<Trans>No flags match your search</Trans>}
            onClear={() => change({ q: undefined, show: undefined })}
          />
        ) : (
          <EmptyState icon={FlagIcon} title={<Trans>No flagged content</Trans>}>
            <Trans>Content that people flag as wrong or harmful appears here.</Trans>
          </EmptyState>
        ))}
      {open && <ReviewFlag flag={open} onClose={() => change({ flag: undefined })} />}
    </div>
  );
}
