import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ApplicationStatus } from "#features/applications/widgets/application-status.tsx";
import { CampaignStatus } from "#features/campaigns/widgets/campaign-status.tsx";
import { reasonLabel } from "#features/common/report-labels.ts";
import { FeedbackStatus } from "#features/common/widgets/report-badges.tsx";
import { FlagStatus } from "#features/flags/widgets/flag-status.tsx";
import { PersonLink } from "#features/flags/widgets/person-link.tsx";
import { PayoutStatus } from "#features/rewards/widgets/reward-badges.tsx";
import { useRemoteList } from "#state/use-online-query.ts";
import { adminUserLists, type UserList, type UserListRow } from "#sync/schema/admin-functions.ts";
import { TextLink } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DateText, Money } from "#ui/formatted-values.tsx";
import { RowList } from "#ui/virtual-list.tsx";
import { groupActivity } from "../../activity-groups.ts";
import { GroupLine } from "../../widgets/group-line.tsx";
import { CampaignLink, type OfUser, Pages, ReportLink, State, Table, unlessEmpty } from "./list-parts.tsx";

function FlaggedLink({ flag: { content_type, content_id, content_title } }: { flag: UserListRow<"flags"> }) {
  switch (content_type) {
    case "campaign":
      return <CampaignLink id={content_id}>{content_title}</CampaignLink>;
    case "app":
      return (
        <TextLink to="/admin/apps" search={{ app: content_id }} className="wrap-anywhere">
          {content_title}
        </TextLink>
      );
    case "feedback":
      return <ReportLink id={content_id} title={content_title} />;
  }
}

function Tests({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <Table
      {...{ fn: adminUserLists.tests, list: "tests", userId, label: t`Tests` }}
      empty={<Trans>No tests yet</Trans>}
      columns={[
        {
          key: "title",
          header: t`Title`,
          primary: true,
          cell: (row) => <CampaignLink id={row.campaign_id}>{row.title}</CampaignLink>,
        },
        { key: "status", header: t`Status`, cell: (row) => <ApplicationStatus status={row.status} /> },
        { key: "at", header: t`Applied on`, cell: (row) => <DateText value={row.at} /> },
      ]}
    />
  );
}

function Campaigns({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <Table
      {...{ fn: adminUserLists.campaigns, list: "campaigns", userId, label: t`Campaigns` }}
      empty={<Trans>No campaigns yet</Trans>}
      columns={[
        {
          key: "title",
          header: t`Title`,
          primary: true,
          cell: (row) => <CampaignLink id={row.id}>{row.title}</CampaignLink>,
        },
        { key: "organization", header: t`Organization`, className: "wrap-anywhere", cell: (row) => row.org_name },
        {
          key: "status",
          header: t`Status`,
          cell: (row) => (
            <State hidden={row.hidden}>
              <CampaignStatus status={row.status} />
            </State>
          ),
        },
        { key: "at", header: t`Created`, cell: (row) => <DateText value={row.at} /> },
      ]}
    />
  );
}

function Reports({ userId }: OfUser) {
  const { t } = useLingui();
  return <ReportTable list="reports" userId={userId} label={t`Reports`} />;
}

function Received({ userId }: OfUser) {
  const { t } = useLingui();
  return <ReportTable list="received" userId={userId} label={t`Reports received`} />;
}

interface ReportTableProps extends OfUser {
  /** Reports by the user, or on campaigns of their organizations. */
  list: "reports" | "received";
  label: string;
}

function ReportTable({ list, userId, label }: ReportTableProps) {
  const { t } = useLingui();
  return (
    <Table
      {...{ fn: adminUserLists[list], list, userId, label }}
      empty={<Trans>No reports yet</Trans>}
      columns={[
        {
          key: "summary",
          header: t`Summary`,
          primary: true,
          cell: (row) => <ReportLink id={row.id} title={row.summary} />,
        },
        list === "received" && {
          key: "tester",
          header: t`Tester`,
          cell: (row) => <PersonLink id={row.tester_id} name={row.tester_name} />,
        },
        { key: "campaign", header: t`Campaign`, className: "wrap-anywhere", cell: (row) => row.campaign_title },
        {
          key: "status",
          header: t`Status`,
          cell: (row) => (
            <>
              <State hidden={row.hidden}>
                <FeedbackStatus status={row.status} />
              </State>
              {row.reason_code !== "" && (
                <span className="block pt-1 text-muted">{t(reasonLabel[row.reason_code])}</span>
              )}
            </>
          ),
        },
        {
          key: "reward",
          header: t`Reward`,
          align: "end",
          className: unlessEmpty,
          cell: (row) =>
            row.amount_cents !== null && <Money cents={row.amount_cents} currency={row.currency ?? "USD"} />,
        },
        { key: "at", header: t`Received`, cell: (row) => <DateText value={row.at} /> },
      ]}
    />
  );
}

function Payouts({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <Table
      {...{ fn: adminUserLists.payouts, list: "payouts", userId, label: t`Payouts` }}
      empty={<Trans>No payouts yet</Trans>}
      columns={[
        {
          key: "amount",
          header: t`Amount`,
          primary: true,
          cell: (row) => <Money cents={row.amount_cents} currency={row.currency} />,
        },
        { key: "status", header: t`Status`, cell: (row) => <PayoutStatus status={row.status} /> },
        {
          key: "reason",
          header: t`Reason`,
          className: cx("wrap-anywhere", unlessEmpty),
          cell: (row) => row.reason,
        },
        { key: "at", header: t`Requested`, cell: (row) => <DateText value={row.at} /> },
      ]}
    />
  );
}

function Flags({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <Table
      {...{ fn: adminUserLists.flags, list: "flags", userId, label: t`Flags` }}
      empty={<Trans>No flags by or about this user</Trans>}
      columns={[
        { key: "content", header: t`Content`, primary: true, cell: (row) => <FlaggedLink flag={row} /> },
        {
          key: "reporter",
          header: t`Reported by`,
          cell: (row) =>
            row.reporter_id === userId ? (
              <Trans>This user</Trans>
            ) : (
              <PersonLink id={row.reporter_id} name={row.reporter_name} />
            ),
        },
        { key: "reason", header: t`Reason`, className: "wrap-anywhere", cell: (row) => row.reason },
        {
          key: "status",
          header: t`Status`,
          cell: (row) => (
            <State hidden={row.hidden}>
              <FlagStatus status={row.status} />
            </State>
          ),
        },
        { key: "at", header: t`Reported on`, cell: (row) => <DateText value={row.created_at} /> },
      ]}
    />
  );
}

function Activity({ userId }: OfUser) {
  const { t } = useLingui();
  const remote = useRemoteList(adminUserLists.activity, { user_id: userId, list: "activity", limit: 20 });
  return (
    <Pages list={remote} empty={<Trans>No activity yet</Trans>}>
      <RowList
        items={groupActivity(remote.rows)}
        label={t`Activity`}
        estimate={72}
        render={(group) => <GroupLine group={group} />}
      />
    </Pages>
  );
}

export const userLists: { readonly [L in UserList]: (props: OfUser) => ReactNode } = {
  tests: Tests,
  campaigns: Campaigns,
  reports: Reports,
  received: Received,
  payouts: Payouts,
  flags: Flags,
  activity: Activity,
};
