// A user's details for admins, with paged lists. Loaded from the server; cached while offline.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { UserRoundX } from "lucide-react";
import { PersonAvatar } from "#features/account/widgets/person-avatar.tsx";
import { PersonStatus } from "#features/account/widgets/person-status.tsx";
import { profileStatusLabel } from "#features/common/account-labels.ts";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { useRemote } from "#state/use-online-query.ts";
import { type AdminUserDetails, adminUserDetails, type UserList } from "#sync/schema/admin-functions.ts";
import { EmailText } from "#ui/email-text.tsx";
import { NotFound } from "#ui/not-found.tsx";
import { Notice } from "#ui/notice.tsx";
import { BackLink, Page } from "#ui/page-header.tsx";
import { type TabItem, Tabs } from "#ui/tabs.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { UserActions } from "../../widgets/user-actions/user-actions.tsx";
import { UserFacts, UserMoney, UserRoles } from "./user-facts.tsx";
import { userLists } from "./user-lists.tsx";
import { UserSessions } from "./user-sessions.tsx";

const route = getRouteApi("/_signed-in/admin/users/$userId");

/** The key remounts the page, so that it never shows another user's data. */
export function UserPage() {
  const { userId } = route.useParams();
  return <User key={userId} userId={userId} />;
}

function User({ userId }: { userId: string }) {
  const { t } = useLingui();
  const remote = useRemote(adminUserDetails, { user_id: userId });
  const back = (
    <BackLink to="/admin/users">
      <Trans>User Management</Trans>
    </BackLink>
  );
  if (remote.state !== "ready") {
    return (
      <Page title={t`User`} back={back}>
        <OnlineQueryStates remote={remote} failed={<Trans>This user could not be loaded</Trans>} />
      </Page>
    );
  }
  const user = remote.data;
  const reason = user?.status_reason ?? "";
  if (user === null) {
    return (
      <NotFound title={t`User`} icon={UserRoundX} missing={<Trans>There is no such user</Trans>} back={back}>
        <Trans>The account may have been deleted.</Trans>
      </NotFound>
    );
  }
  return (
    <Page
      title={user.name}
      badge={<PersonStatus status={user.status} />}
      description={<EmailText value={user.email} />}
      icon={<PersonAvatar name={user.name} path={user.avatar_path} />}
      back={back}
      actions={<UserActions user={user} onChanged={remote.reload} />}
    >
      <OnlineQueryStates remote={remote} failed={null} />
      {reason !== "" && (
        <Notice tone="danger" title={t(profileStatusLabel[user.status])}>
          <p className="whitespace-pre-wrap break-words">
            <Trans>Reason: {reason}</Trans>
          </p>
        </Notice>
      )}
      <UserFacts user={user} />
      <UserMoney user={user} />
      <UserRoles user={user} />
      <Lists key={user.id} user={user} />
    </Page>
  );
}

function Lists({ user }: { user: AdminUserDetails }) {
  const { t } = useLingui();
  const [{ tab }, change] = useSearchChange(route);
  const tabs: TabItem<UserList | "sessions">[] = [
    // An admin may have had both roles before.
    ...(user.role === "developer" ? [] : [{ value: "tests" as const, label: <Trans>Tests</Trans> }]),
    ...(user.role === "tester"
      ? []
      : [
          { value: "campaigns" as const, label: <Trans>Campaigns</Trans> },
          { value: "received" as const, label: <Trans>Reports received</Trans> },
        ]),
    ...(user.role === "developer"
      ? []
      : [
          { value: "reports" as const, label: <Trans>Reports</Trans> },
          { value: "payouts" as const, label: <Trans>Payouts</Trans> },
        ]),
    { value: "flags", label: <Trans>Flags</Trans> },
    { value: "activity", label: <Trans>Activity</Trans> },
    { value: "sessions", label: <Trans>Sessions</Trans> },
  ];
  const first = user.role === "developer" ? "campaigns" : "tests";
  const shown = tab && tabs.some(({ value }) => value === tab) ? tab : first;
  const List = shown === "sessions" ? null : userLists[shown];
  return (
    <Tabs
      label={t`Sections`}
      value={shown}
      onChange={(value) => change({ tab: value === first ? undefined : value })}
      tabs={tabs}
    >
      <div className="flex flex-col gap-4">
        {List ? <List key={shown} userId={user.id} /> : <UserSessions user={user} />}
      </div>
    </Tabs>
  );
}
