import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { BellOff, CheckCheck, Settings } from "lucide-react";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { matches } from "#lib/text-match.ts";
import { useList } from "#state/list.ts";
import { notificationsReadAll } from "#sync/mutations/notifications.ts";
import { ownNotifications } from "#sync/queries/notifications.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { EmptyList } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { useUrlText } from "#ui/use-url-text.ts";
import { VirtualList } from "#ui/virtual-list.tsx";
import { groupNotifications } from "../../groups.ts";
import { useGroupWords, useNotificationWords } from "../../labels.ts";
import { NotificationLine } from "./notification-line.tsx";

const route = getRouteApi("/_signed-in/(account)/notifications");

export function NotificationList() {
  const { t } = useLingui();
  const list = useList(ownNotifications(), ["notifications"]);
  const words = useNotificationWords();
  const groupWords = useGroupWords();
  const readAll = useMutationToast(notificationsReadAll);
  const [{ q = "", show }, change] = useSearchChange(route);
  const [text, setText, clearSearch] = useUrlText(q, (next) => change({ q: next || undefined }));
  const all = list.state === "ready" ? list.data : [];
  const found = groupNotifications(
    all.filter((n) => {
      const { title, detail } = words(n);
      return matches(q, title, detail);
    }),
  );
  const unread = found.filter((group) => group.unread);
  const shown = show ? unread : found;
  const pills = [
    { value: undefined, label: t`All`, count: found.length },
    { value: "unread" as const, label: t`Unread`, count: unread.length },
  ];
  return (
    <Page
      title={t`Notifications`}
      actions={
        <>
          <LinkButton to="/account/$section" params={{ section: "notifications" }} icon={Settings}>
            <Trans>Preferences</Trans>
          </LinkButton>
          <Button icon={CheckCheck} disabled={all.every((n) => n.read_at !== null)} onClick={() => void readAll()}>
            <Trans>Mark all as read</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <SearchInput value={text} onChange={setText} label={t`Search notifications`} className="md:max-w-md" />
        <FilterPills label={t`Show`} value={show} onChange={(show) => change({ show })} pills={pills} />
      </div>
      {list.state !== "ready" && <ListStates list={list} row="h-20" />}
      {shown.length > 0 && <MissingRows of={["notifications"]} />}
      {shown.length > 0 && (
        <VirtualList
          items={shown}
          keyOf={(group) => group.key}
          label={t`Notifications`}
          estimate={80}
          render={(group) => <NotificationLine group={group} {...groupWords(group)} />}
        />
      )}
      {list.state === "ready" && shown.length === 0 && (
        <EmptyList q={q} noMatch={<Trans>No notifications match your search</Trans>} onClear={clearSearch}>
          <SyncedEmptyState
            of={["notifications"]}
            icon={BellOff}
            title={show ? <Trans>You're all caught up</Trans> : <Trans>No notifications yet</Trans>}
          >
            {!show && <Trans>Updates on your tests, reports and payouts appear here.</Trans>}
          </SyncedEmptyState>
        </EmptyList>
      )}
    </Page>
  );
}
