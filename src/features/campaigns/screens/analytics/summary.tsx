// What came of a campaign that is over (S15): the summary on the screen, and on paper.
import { Trans } from "@lingui/react/macro";
import { Printer } from "lucide-react";
import { applicantsOf } from "../../../../../sync/queries/applications.ts";
import { reportsToReview } from "../../../../../sync/queries/feedback.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { useQuery } from "../../../../state/query.ts";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { ErrorState } from "../../../../ui/error-state.tsx";
import { PrintSheet } from "../../../../ui/print-sheet.tsx";
import { SkeletonList } from "../../../../ui/skeleton.tsx";
import { SummarySheet } from "./summary-sheet.tsx";
import { type CampaignRows, useFigures } from "./use-figures.tsx";

export function Summary({ campaign }: { campaign: Campaign }) {
  const reports = useQuery(reportsToReview(campaign.id));
  const applications = useQuery(applicantsOf(campaign.id));
  if (reports.state === "error" || applications.state === "error") {
    return <ErrorState onRetry={() => window.location.reload()} />;
  }
  if (reports.state === "loading" || applications.state === "loading") return <SkeletonList />;
  return <Sheet campaign={campaign} reports={reports.data} applications={applications.data} />;
}

function Sheet(rows: CampaignRows) {
  const shown = { ...rows, ...useFigures(rows) };
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Button size="sm" icon={Printer} className="self-end" onClick={() => window.print()}>
        <Trans>Print summary</Trans>
      </Button>
      <Card>
        <SummarySheet {...shown} />
      </Card>
      <PrintSheet>
        <SummarySheet {...shown} onPaper />
      </PrintSheet>
    </div>
  );
}
