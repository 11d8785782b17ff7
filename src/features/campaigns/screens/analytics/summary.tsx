import { Trans } from "@lingui/react/macro";
import { Link2, Printer } from "lucide-react";
import { useState } from "react";
import { useCan } from "#state/organization.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PrintSheet } from "#ui/print-sheet.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import type { CampaignRows } from "../../summary.ts";
import { SummarySheet } from "../../widgets/summary-sheet.tsx";
import { ShareSummary } from "./share-summary.tsx";
import { useCampaignRows } from "./use-campaign-rows.ts";
import { useSummary } from "./use-figures.tsx";

export function Summary({ campaign }: { campaign: Campaign }) {
  const rows = useCampaignRows(campaign);
  if (rows.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (rows.state === "loading") return <SkeletonList />;
  return <Sheet {...rows.data} />;
}

function Sheet(rows: CampaignRows) {
  const { campaign } = rows;
  const shown = useSummary(rows);
  const manages = useCan("manage", campaign.org_id);
  const [sharing, setSharing] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap justify-end gap-2">
        {manages && campaign.status !== "draft" && (
          <Button icon={Link2} opensDialog onClick={() => setSharing(true)}>
            <Trans>Share summary</Trans>
          </Button>
        )}
        <Button icon={Printer} onClick={() => window.print()}>
          <Trans>Print summary</Trans>
        </Button>
      </div>
      <Card>
        <SummarySheet {...shown} />
      </Card>
      <PrintSheet>
        <SummarySheet {...shown} onPaper />
      </PrintSheet>
      {sharing && <ShareSummary campaign={campaign} onClose={() => setSharing(false)} />}
    </div>
  );
}
