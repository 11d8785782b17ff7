import { Trans } from "@lingui/react/macro";
import { History } from "lucide-react";
import { groupActivity } from "#features/admin/activity-groups.ts";
import { GroupEntries } from "#features/admin/widgets/group-line.tsx";
import type { ActivityEntry } from "#sync/schema/activity.ts";
import { TextLink } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

export function RecentActivity({ entries }: { entries: readonly ActivityEntry[] }) {
  const link = (
    <TextLink to="/admin/activity">
      <Trans>Activity log</Trans>
    </TextLink>
  );
  return (
    <Section title={<Trans>Recent Activity</Trans>} action={link}>
      {entries.length === 0 && <EmptyState icon={History} title={<Trans>No activity in the last 30 days</Trans>} />}
      {entries.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-raised px-4 shadow-sm md:px-5">
          {groupActivity(entries).map(({ id, entries: group }) => (
            <li key={id} className="py-3">
              <GroupEntries entries={group} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
