import { Trans, useLingui } from "@lingui/react/macro";
import { karmaLabel, roleLabel } from "#features/common/account-labels.ts";
import { memberRoleLabel } from "#features/organizations/labels.ts";
import type { AdminUserDetails } from "#sync/schema/admin-functions.ts";
import { Section } from "#ui/card.tsx";
import { Fact } from "#ui/fact.tsx";
import { Count, DateText, Money } from "#ui/formatted-values.tsx";
import { StatCard, StatRow } from "#ui/stat-card.tsx";
import { ActivityLine } from "../../widgets/activity-line.tsx";
import { ReportCounts } from "../../widgets/report-counts.tsx";

export function UserFacts({ user }: { user: AdminUserDetails }) {
  const { t } = useLingui();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-lg border border-line bg-raised p-4 text-sm shadow-sm md:grid-cols-4 md:p-5 xl:grid-cols-5">
      <Fact label={t`Role`}>{t(roleLabel[user.role])}</Fact>
      <Fact label={t`Join date`}>
        <DateText value={user.joined_at} absolute />
      </Fact>
      <Fact label={t`Last sign-in`}>{user.last_active_at ? <DateText value={user.last_active_at} /> : "–"}</Fact>
      <Fact label={t`Two-step verification`}>
        {user.second_factor ? (
          <Trans context="two-step verification">On</Trans>
        ) : (
          <Trans context="two-step verification">Off</Trans>
        )}
      </Fact>
      {user.role === "tester" && (
        <>
          <Fact label={t`Tests completed`}>
            <Count value={user.tests_completed ?? 0} />
          </Fact>
          <Fact label={t(karmaLabel.score)}>
            <Count value={user.karma} />
          </Fact>
        </>
      )}
      <ReportCounts reports={user.reports} />
      {user.received.reports > 0 && (
        <Fact label={t`Reports received`}>
          <Count value={user.received.reports} />
        </Fact>
      )}
      {user.received.waiting > 0 && (
        <Fact label={t`Reports to review`}>
          <Count value={user.received.waiting} />
        </Fact>
      )}
      {user.organizations.map((organization) => (
        <Fact
          key={organization.id}
          label={organization.personal ? t`Personal organization` : t`Organization`}
          detail={t(memberRoleLabel[organization.role])}
        >
          {organization.name}
        </Fact>
      ))}
    </dl>
  );
}

/** Earned rewards and granted rewards, per currency; omits currencies without amounts. */
export function UserMoney({ user }: { user: AdminUserDetails }) {
  const { t } = useLingui();
  if (user.money.length + user.granted.length === 0) return null;
  return (
    <Section title={<Trans>Money</Trans>}>
      {user.money.map(({ currency, earned_cents, requested_cents, paid_cents }) => (
        <StatRow key={currency}>
          <StatCard
            label={t({ message: "Earned", context: "money" })}
            value={<Money cents={earned_cents} currency={currency} />}
          />
          <StatCard
            label={t({ message: "Requested", context: "money" })}
            value={<Money cents={requested_cents} currency={currency} />}
          />
          <StatCard
            label={t({ message: "Paid", context: "money" })}
            value={<Money cents={paid_cents} currency={currency} />}
          />
        </StatRow>
      ))}
      {user.granted.map(({ currency, owed_cents, requested_cents, paid_cents }) => (
        <StatRow key={currency}>
          <StatCard
            label={t`Owed to testers`}
            value={<Money cents={owed_cents} currency={currency} />}
            detail={
              requested_cents > 0 && (
                <Trans>
                  of which <Money cents={requested_cents} currency={currency} /> requested
                </Trans>
              )
            }
          />
          <StatCard label={t`Paid to testers`} value={<Money cents={paid_cents} currency={currency} />} />
        </StatRow>
      ))}
    </Section>
  );
}

/** Role changes with author, date and reason. Renders nothing without changes. */
export function UserRoles({ user }: { user: AdminUserDetails }) {
  if (user.role_changes.length === 0) return null;
  return (
    <Section title={<Trans>Role changes</Trans>}>
      <ul className="divide-y divide-line rounded-lg border border-line bg-raised px-4 shadow-sm md:px-5">
        {user.role_changes.map((entry) => (
          <li key={entry.id} className="py-3">
            <ActivityLine entry={entry} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
