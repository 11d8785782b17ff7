import { Trans } from "@lingui/react/macro";
import { History } from "lucide-react";
import type { ActivityEntry } from "../../../../../sync/schema/activity.ts";
import { TextLink } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { ActivityLine } from "../../../admin/widgets/activity-line.tsx";
import { Panel } from "./panel.tsx";

/** @param entries null: they are loading */
export function RecentActivity({ entries }: { entries: readonly ActivityEntry[] | null }) {
  const skeleton = <SkeletonList rows={3} className="h-14" />;
  const link = (
    <TextLink to="/admin/activity">
      <Trans>Activity log</Trans>
    </TextLink>
  );
  return (
    <Panel
      title={<Trans>Recent Activity</Trans>}
      link={link}
      state={entries === null ? "loading" : "ready"}
      skeleton={skeleton}
    >
      {entries?.length === 0 && <EmptyState icon={History} title={<Trans>No activity in the last 30 days</Trans>} />}
      {entries && entries.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-raised px-4">
          {entries.map((entry) => (
            <li key={entry.id} className="py-3">
              <ActivityLine entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
