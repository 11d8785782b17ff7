// Settings of the current organization. Loaded from the server; cached while offline.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { useOrganization } from "#state/organization.ts";
import { useRemote } from "#state/use-online-query.ts";
import { getOrganization } from "#sync/schema/organization-functions.ts";
import type { Membership } from "#sync/schema/organizations.ts";
import { Chip } from "#ui/badge.tsx";
import { Page } from "#ui/page-header.tsx";
import { type TabItem, Tabs } from "#ui/tabs.tsx";
import { memberRoleLabel } from "../../labels.ts";
import { mayInvite } from "../../member-rules.ts";
import type { OrganizationTab } from "../../search.ts";
import { ActivityTab } from "./activity.tsx";
import { ApiTokensTab } from "./api-tokens.tsx";
import { GeneralTab } from "./general.tsx";
import { InvitationsTab } from "./invitations.tsx";
import { MembersTab } from "./members.tsx";
import type { TabProps } from "./tab-props.ts";
import { TestersTab } from "./testers.tsx";

const route = getRouteApi("/_signed-in/developer/organization");

const screens: { readonly [T in OrganizationTab]: (props: TabProps) => ReactNode } = {
  general: GeneralTab,
  members: MembersTab,
  invitations: InvitationsTab,
  testers: TestersTab,
  tokens: ApiTokensTab,
  activity: ActivityTab,
};

export function OrganizationSettings() {
  const { t } = useLingui();
  const membership = useOrganization();
  const { name, role, personal } = membership;
  return (
    <Page
      title={t`Organization settings`}
      badge={<Chip>{t(memberRoleLabel[role])}</Chip>}
      description={personal ? <Trans>Your personal organization: it owns what you create on your own.</Trans> : name}
    >
      {/* The key resets inputs and requests when the organization changes. */}
      <Settings key={membership.org_id} membership={membership} />
    </Page>
  );
}

function Settings({ membership }: { membership: Membership }) {
  const { t } = useLingui();
  const { tab = "general" } = route.useSearch();
  const navigate = useNavigate({ from: "/developer/organization" });
  const { org_id, personal, role } = membership;
  const remote = useRemote(getOrganization, { org_id });
  const answer = remote.state === "ready" ? remote.data : null;
  const organization = useMemo(() => answer && { ...answer, role }, [answer, role]);
  const tabs: TabItem<OrganizationTab>[] = [
    { value: "general", label: <Trans>General</Trans> },
    { value: "members", label: <Trans>Members</Trans> },
    ...(mayInvite({ personal, role }) ? [{ value: "invitations" as const, label: <Trans>Invitations</Trans> }] : []),
    { value: "testers", label: <Trans>Testers</Trans> },
    { value: "tokens", label: <Trans>API tokens</Trans> },
    { value: "activity", label: <Trans>Activity</Trans> },
  ];
  const shown = tabs.some(({ value }) => value === tab) ? tab : "general";
  const Screen = screens[shown];
  return (
    <Tabs
      label={t`Sections`}
      value={shown}
      onChange={(value) =>
        void navigate({ search: { tab: value === "general" ? undefined : value }, replace: true, resetScroll: false })
      }
      tabs={tabs}
    >
      <div className="flex flex-col gap-6">
        <OnlineQueryStates remote={remote} failed={<Trans>The organization could not be loaded</Trans>} />
        {organization && <Screen organization={organization} onChanged={remote.reload} />}
      </div>
    </Tabs>
  );
}
