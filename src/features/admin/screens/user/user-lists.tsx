// What one person has, each a list page by page.
import { Trans, useLingui } from "@lingui/react/macro";
import { EyeOff, Inbox } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  adminUserLists,
  type RemotePage,
  type UserList,
  type UserListRow,
} from "../../../../../sync/schema/admin-functions.ts";
import type { SqlFunction } from "../../../../../sync/schema/functions.ts";
import { type RemoteList, useRemoteList } from "../../../../state/use-online-query.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { TextButton, TextLink } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { DateText, Money } from "../../../../ui/formatted-values.tsx";
import { LoadMore } from "../../../../ui/load-more.tsx";
import { RowList } from "../../../../ui/virtual-list.tsx";
import { ApplicationStatus } from "../../../applications/widgets/application-status.tsx";
import { CampaignStatus } from "../../../campaigns/widgets/campaign-status.tsx";
import { FlagStatus } from "../../../flags/widgets/flag-status.tsx";
import { FlaggedItem } from "../../../flags/widgets/flagged-item.tsx";
import { reasonLabel } from "../../../reports/labels.ts";
import { FeedbackStatus } from "../../../reports/widgets/report-badges.tsx";
import { PayoutStatus } from "../../../rewards/widgets/reward-badges.tsx";
import { OnlineQueryStates } from "../../../sync/widgets/online-query-states.tsx";
import { groupActivity } from "../../activity-groups.ts";
import { GroupLine } from "../../widgets/group-line.tsx";
import { PersonLink } from "../../widgets/person-link.tsx";

interface ListProps<L extends UserList> {
  fn: SqlFunction<RemotePage<UserListRow<L>>>;
  list: L;
  userId: string;
  label: string;
  empty: ReactNode;
  render: (row: UserListRow<L>) => ReactNode;
}

function List<L extends UserList>({ fn, list, userId, label, empty, render }: ListProps<L>) {
  const remote = useRemoteList(fn, { user_id: userId, list, limit: 20 });
  return (
    <Pages list={remote} empty={empty}>
      <RowList
        items={remote.rows}
        label={label}
        estimate={72}
        render={(row) => (
          <div className="rounded-lg border border-line bg-raised px-4 py-3 text-sm shadow-sm md:px-5">
            {render(row)}
          </div>
        )}
      />
    </Pages>
  );
}

interface PagesProps {
  list: RemoteList<RemotePage<unknown>>;
  empty: ReactNode;
  /** Its rows. */
  children: ReactNode;
}

const Pages = ({ list, empty, children }: PagesProps) => (
  <>
    <OnlineQueryStates remote={list} failed={<Trans>The list could not be loaded</Trans>} />
    {list.state === "ready" && list.rows.length === 0 && <EmptyState icon={Inbox} title={empty} />}
    {list.rows.length > 0 && children}
    <LoadMore onMore={list.more} />
  </>
);

interface LineProps {
  title: ReactNode;
  badges: ReactNode;
  /** Below the title. */
  detail?: ReactNode;
  at: string;
}

const Line = ({ title, badges, detail, at }: LineProps) => (
  <div className="flex flex-col gap-1">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-0 break-words font-semibold">{title}</span>
      <span className="flex flex-wrap items-center gap-2">{badges}</span>
    </div>
    <p className="break-words text-muted">
      {detail}
      {detail && " · "}
      <DateText value={at} />
    </p>
  </div>
);

const Hidden = () => (
  <Badge tone="danger" icon={EyeOff}>
    <Trans>Hidden</Trans>
  </Badge>
);

const CampaignLink = ({ id, children }: { id: string; children: string }) => (
  <TextLink to="/admin/campaigns" search={{ campaign: id }}>
    {children}
  </TextLink>
);

/** A report has no page of its own for admins. */
function ReportLink({ id, title }: { id: string; title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextButton data-opens onClick={() => setOpen(true)}>
        {title}
      </TextButton>
      {open && (
        <Dialog open steady title={title} onClose={() => setOpen(false)}>
          <FlaggedItem flag={{ content_type: "feedback", content_id: id }} />
        </Dialog>
      )}
    </>
  );
}

function FlaggedLink({ flag: { content_type, content_id, content_title } }: { flag: UserListRow<"flags"> }) {
  switch (content_type) {
    case "campaign":
      return <CampaignLink id={content_id}>{content_title}</CampaignLink>;
    case "app":
      return (
        <TextLink to="/admin/apps" search={{ app: content_id }}>
          {content_title}
        </TextLink>
      );
    case "feedback":
      return <ReportLink id={content_id} title={content_title} />;
  }
}

interface OfUser {
  userId: string;
}

function Tests({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <List
      {...{ fn: adminUserLists.tests, list: "tests", userId, label: t`Tests` }}
      empty={<Trans>No tests yet</Trans>}
      render={(row) => (
        <Line
          title={<CampaignLink id={row.campaign_id}>{row.title}</CampaignLink>}
          badges={<ApplicationStatus status={row.status} />}
          at={row.at}
        />
      )}
    />
  );
}

function Campaigns({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <List
      {...{ fn: adminUserLists.campaigns, list: "campaigns", userId, label: t`Campaigns` }}
      empty={<Trans>No campaigns yet</Trans>}
      render={(row) => (
        <Line
          title={<CampaignLink id={row.id}>{row.title}</CampaignLink>}
          badges={
            <>
              {row.hidden && <Hidden />}
              <CampaignStatus status={row.status} />
            </>
          }
          detail={row.org_name}
          at={row.at}
        />
      )}
    />
  );
}

function Reports({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <List
      {...{ fn: adminUserLists.reports, list: "reports", userId, label: t`Reports` }}
      empty={<Trans>No reports yet</Trans>}
      render={(row) => (
        <Line
          title={<ReportLink id={row.id} title={row.summary} />}
          badges={
            <>
              {row.hidden && <Hidden />}
              {row.amount_cents !== null && <Money cents={row.amount_cents} currency={row.currency ?? "USD"} />}
              <FeedbackStatus status={row.status} />
            </>
          }
          detail={[row.campaign_title, row.reason_code === "" ? "" : t(reasonLabel[row.reason_code])]
            .filter(Boolean)
            .join(" · ")}
          at={row.at}
        />
      )}
    />
  );
}

function Payouts({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <List
      {...{ fn: adminUserLists.payouts, list: "payouts", userId, label: t`Payouts` }}
      empty={<Trans>No payouts yet</Trans>}
      render={(row) => (
        <Line
          title={<Money cents={row.amount_cents} currency={row.currency} />}
          badges={<PayoutStatus status={row.status} />}
          detail={row.reason}
          at={row.at}
        />
      )}
    />
  );
}

function Flags({ userId }: OfUser) {
  const { t } = useLingui();
  return (
    <List
      {...{ fn: adminUserLists.flags, list: "flags", userId, label: t`Flags` }}
      empty={<Trans>No flags by or about this user</Trans>}
      render={(row) => (
        <Line
          title={<FlaggedLink flag={row} />}
          badges={
            <>
              {row.hidden && <Hidden />}
              <FlagStatus status={row.status} />
            </>
          }
          detail={
            <>
              {row.reporter_id === userId ? (
                <Trans>Reported by this user</Trans>
              ) : (
                <Trans>
                  About this user, reported by <PersonLink id={row.reporter_id} name={row.reporter_name} />
                </Trans>
              )}
              {" · "}
              {row.reason}
            </>
          }
          at={row.created_at}
        />
      )}
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
  payouts: Payouts,
  flags: Flags,
  activity: Activity,
};
