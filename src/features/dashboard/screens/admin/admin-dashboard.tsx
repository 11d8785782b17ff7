// Admin Dashboard: statistics and activity from the server, cached while offline; flags from the
// device database.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ClipboardCheck, Flag as FlagIcon, FlaskConical, SquareCheckBig, Users } from "lucide-react";
import type { ReactNode } from "react";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { useQuery } from "#state/query.ts";
import { useRemote } from "#state/use-online-query.ts";
import { allFlags } from "#sync/queries/admin.ts";
import { type AdminNumbers, adminDays, adminNumbers } from "#sync/schema/admin-functions.ts";
import { LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { Count } from "#ui/formatted-values.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { StatCard, StatRow } from "#ui/stat-card.tsx";
import { FlaggedContent } from "./flagged-content.tsx";
import { PendingTasks } from "./pending-tasks.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { Trends } from "./trends.tsx";
import { UserDistribution } from "./user-distribution.tsx";

export function AdminDashboard() {
  const { t } = useLingui();
  const numbers = useRemote(adminNumbers, {});
  const days = useRemote(adminDays, {});
  const flags = useQuery(allFlags());
  const loading = numbers.state === "loading" || flags.state === "loading";
  const n = numbers.state === "ready" ? numbers.data : null;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={t`Admin Dashboard`}
        actions={
          <>
            <LinkButton to="/apps">
              <Trans>App Store</Trans>
            </LinkButton>
            <LinkButton to="/admin/settings">
              <Trans>System Settings</Trans>
            </LinkButton>
            <LinkButton to="/admin/users" variant="primary" icon={Users}>
              <Trans>Manage Users</Trans>
            </LinkButton>
          </>
        }
      />
      {loading ? (
        <SkeletonList className="h-40" />
      ) : (
        <>
          <OnlineQueryStates remote={numbers} failed={<Trans>The figures could not be loaded</Trans>} />
          {n && <PendingTasks numbers={n} />}
          {n && <Figures numbers={n} />}
          <div className="grid gap-8 lg:grid-cols-2">
            <FlaggedContent read={flags} />
            {n && <RecentActivity entries={n.recent} />}
          </div>
          <Trends read={days} />
          {n && (
            <Section title={<Trans>User Distribution</Trans>}>
              <UserDistribution testers={n.testers} developers={n.developers} admins={n.admins} />
            </Section>
          )}
        </>
      )}
    </div>
  );
}

function Figures({ numbers: n }: { numbers: AdminNumbers }) {
  const { t } = useLingui();
  const stats = [
    { label: t`Total Users`, icon: Users, value: n.users, detail: <ThisMonth n={n.users_month} /> },
    { label: t`Active Tests`, icon: FlaskConical, value: n.active, detail: <ThisMonth n={n.active_month} /> },
    {
      label: t`Completed Tests`,
      icon: SquareCheckBig,
      value: n.completed,
      detail: <ThisMonth n={n.completed_month} />,
    },
    {
      label: t`Pending Reviews`,
      icon: ClipboardCheck,
      value: n.reviews,
      detail: n.reports_month > 0 && <ReportsThisMonth n={n.reports_month} />,
    },
    {
      label: t`Flagged Content`,
      icon: FlagIcon,
      value: n.flagged,
      detail: n.flagged_month > 0 && <FlagsThisMonth n={n.flagged_month} />,
    },
  ];
  return (
    <StatRow>
      {stats.map(({ value, ...stat }) => (
        <StatCard key={stat.label} {...stat} value={<Count value={value} />} />
      ))}
    </StatRow>
  );
}

function ThisMonth({ n }: { n: number }): ReactNode {
  return (
    <Trans>
      +<Count value={n} /> this month
    </Trans>
  );
}

// Without a plus sign: counts received reports, reviewed ones included, so it can exceed the total
// above.
const ReportsThisMonth = ({ n }: { n: number }) => (
  <Plural value={n} one="# report this month" other="# reports this month" />
);
const FlagsThisMonth = ({ n }: { n: number }) => (
  <Plural value={n} one="# flag this month" other="# flags this month" />
);
