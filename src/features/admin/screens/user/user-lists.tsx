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
import { column } from "#ui/data-table.tsx";
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
    <Table<"tests">
      {...{ fn: adminUserLists.tests, list: "tests", userId, label: t`Tests` }}
      empty={<Trans>No tests yet</Trans>}
      columns={[
        column("title", t`Title`, { primary: true }, (row) => (
          <CampaignLink id={row.campaign_id}>{row.title}</CampaignLink>
        )),
        column("status", t`Status`, (row) => <ApplicationStatus status={row.status} />),
        column("at", t`Applied on`, (row) => <DateText value={row.at} />),
      ]}
    />
  );
}

function Campaigns({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <Table<"campaigns">
      {...{ fn: adminUserLists.campaigns, list: "campaigns", userId, label: t`Campaigns` }}
      empty={<Trans>No campaigns yet</Trans>}
      columns={[
        column("title", t`Title`, { primary: true }, (row) => <CampaignLink id={row.id}>{row.title}</CampaignLink>),
        column("organization", t`Organization`, { className: "wrap-anywhere" }, (row) => row.org_name),
        column("status", t`Status`, (row) => (
          <State hidden={row.hidden}>
            <CampaignStatus status={row.status} />
          </State>
        )),
        column("at", t`Created`, (row) => <DateText value={row.at} />),
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
    <Table<"reports" | "received">
      {...{ fn: adminUserLists[list], list, userId, label }}
      empty={<Trans>No reports yet</Trans>}
      columns={[
        column("summary", t`Summary`, { primary: true }, (row) => <ReportLink id={row.id} title={row.summary} />),
        list === "received" &&
          column("tester", t`Tester`, (row) => <PersonLink id={row.tester_id} name={row.tester_name} />),
        column("campaign", t`Campaign`, { className: "wrap-anywhere" }, (row) => row.campaign_title),
        column("status", t`Status`, (row) => (
          <>
            <State hidden={row.hidden}>
              <FeedbackStatus status={row.status} />
            </State>
            {row.reason_code !== "" && <span className="block pt-1 text-muted">{t(reasonLabel[row.reason_code])}</span>}
          </>
        )),
        column(
          "reward",
          t`Reward`,
          { align: "end", className: unlessEmpty },
          (row) => row.amount_cents !== null && <Money cents={row.amount_cents} currency={row.currency ?? "USD"} />,
        ),
        column("at", t`Received`, (row) => <DateText value={row.at} />),
      ]}
    />
  );
}

function Payouts({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <Table<"payouts">
      {...{ fn: adminUserLists.payouts, list: "payouts", userId, label: t`Payouts` }}
      empty={<Trans>No payouts yet</Trans>}
      columns={[
        column("amount", t`Amount`, { primary: true }, (row) => (
          <Money cents={row.amount_cents} currency={row.currency} />
        )),
        column("status", t`Status`, (row) => <PayoutStatus status={row.status} />),
        column("reason", t`Reason`, { className: cx("wrap-anywhere", unlessEmpty) }, (row) => row.reason),
        column("at", t`Requested`, (row) => <DateText value={row.at} />),
      ]}
    />
  );
}

function Flags({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <Table<"flags">
      {...{ fn: adminUserLists.flags, list: "flags", userId, label: t`Flags` }}
      empty={<Trans>No flags by or about this user</Trans>}
      columns={[
        column("content", t`Content`, { primary: true }, (row) => <FlaggedLink flag={row} />),
        column("reporter", t`Reported by`, (row) =>
          row.reporter_id === userId ? (
            <Trans>This user</Trans>
          ) : (
            <PersonLink id={row.reporter_id} name={row.reporter_name} />
          ),
        ),
        column("reason", t`Reason`, { className: "wrap-anywhere" }, (row) => row.reason),
        column("status", t`Status`, (row) => (
          <State hidden={row.hidden}>
            <FlagStatus status={row.status} />
          </State>
        )),
        column("at", t`Reported on`, (row) => <DateText value={row.created_at} />),
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
