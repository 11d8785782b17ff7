import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { matches } from "#lib/text-match.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { adminMessages, type ContactLetter } from "#sync/schema/admin-functions.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { EmptyList } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { useUrlText } from "#ui/use-url-text.ts";
import { RowList } from "#ui/virtual-list.tsx";
import { Letter } from "./message.tsx";
import { useDeliveries } from "./use-deliveries.ts";
import { useMailOff } from "./use-mail-off.ts";

const route = getRouteApi("/_signed-in/admin/messages");

export function Messages() {
  const { t } = useLingui();
  const [{ q = "", show }, change] = useSearchChange(route);
  const [text, setText, clearSearch] = useUrlText(q, (next) => change({ q: next || undefined }));
  const mailOff = useMailOff();
  const fits = (m: ContactLetter) =>
    matches(q, m.name, m.email, m.message) && (show === "all" || (m.done_at !== null) === (show === "done"));
  const list = useRemoteList(adminMessages, { search: q.trim(), show: show ?? "open", limit: 50 }, { fits });
  useDeliveries(list.rows, list.reload);
  const pills = [
    { value: "all" as const, label: t({ message: "All", context: "messages" }) },
    { value: undefined, label: t({ message: "Open", context: "messages" }) },
    { value: "done" as const, label: t({ message: "Done", context: "messages" }) },
  ];
  return (
    <Page title={t`Messages`} description={<Trans>Messages sent through the contact form.</Trans>}>
      <div className="flex flex-col gap-3">
        <SearchInput value={text} onChange={setText} label={t`Search messages`} className="md:max-w-md" />
        <FilterPills label={t`Status`} value={show} onChange={(show) => change({ show })} pills={pills} />
      </div>
      <RemoteRows
        list={list}
        failed={<Trans>The messages could not be loaded</Trans>}
        empty={
          <EmptyList q={q} noMatch={<Trans>No messages match your search</Trans>} onClear={clearSearch}>
            <EmptyState icon={Inbox} title={<Trans>No messages here</Trans>}>
              <Trans>Messages sent through the contact form arrive here. Reply by email and mark them as done.</Trans>
            </EmptyState>
          </EmptyList>
        }
      >
        <RowList
          items={list.rows}
          label={t`Messages`}
          estimate={160}
          render={(m) => <Letter letter={m} mailOff={mailOff} onChanged={list.reload} />}
        />
      </RemoteRows>
    </Page>
  );
}
