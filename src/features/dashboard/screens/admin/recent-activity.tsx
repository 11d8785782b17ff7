import { Trans } from "@lingui/react/macro";
import { History } from "lucide-react";
import { useState } from "react";
import { activitySince } from "../../../../../sync/queries/admin.ts";
import { useQuery } from "../../../../state/query.ts";
import { TextLink } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { ActivityLine } from "../../../admin/widgets/activity-line.tsx";
import { Panel } from "./panel.tsx";

const SHOWN = 8;
const RECENT_MS = 30 * 86_400_000;

export function RecentActivity() {
  const [since] = useState(() => new Date(Date.now() - RECENT_MS).toISOString());
  const read = useQuery(activitySince(since));
  const skeleton = <SkeletonList rows={3} className="h-14" />;
  const link = (
    <TextLink to="/admin/activity">
      <Trans>Activity log</Trans>
    </TextLink>
  );
  return (
    <Panel title={<Trans>Recent Activity</Trans>} link={link} state={read.state} skeleton={skeleton}>
      {read.state === "ready" && read.data.length === 0 && (
        <EmptyState icon={History} title={<Trans>No activity in the last 30 days</Trans>} />
      )}
      {read.state === "ready" && read.data.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-raised px-4">
          {read.data.slice(0, SHOWN).map((entry) => (
            <li key={entry.id} className="py-3">
              <ActivityLine entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
