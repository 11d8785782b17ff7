// New campaigns that the server rejected. They have no row, so this list reads the outbox.
import { Trans } from "@lingui/react/macro";
import { RejectedChangeNotice, useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Card } from "#ui/card.tsx";

export function RejectedCampaigns({ known }: { known: readonly Campaign[] }) {
  const lost = [...useRejectedChanges("campaigns").values()].filter((change) => !known.some((c) => c.id === change.id));
  if (lost.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {lost.map((change) => (
        <Card key={change.key} className="flex flex-col gap-3">
          <h2 className="text-base">{String(change.doc.title)}</h2>
          <p className="line-clamp-2 text-muted text-sm">{String(change.doc.description)}</p>
          <RejectedChangeNotice change={change} />
          <p className="text-muted text-sm">
            <Trans>Your text stays on this device until you try again or discard it.</Trans>
          </p>
        </Card>
      ))}
    </div>
  );
}
