import { Trans, useLingui } from "@lingui/react/macro";
import { Printer } from "lucide-react";
import { InvitationPage } from "#features/organizations/widgets/invitation-page.tsx";
import { OrganizationLogo } from "#features/organizations/widgets/organization-logo.tsx";
import { readCampaignSummary } from "#sync/schema/campaign-functions.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { PrintSheet } from "#ui/print-sheet.tsx";
import { sharedSummaryFailure } from "../../invitation-labels.ts";
import { SummarySheet } from "../../widgets/summary-sheet.tsx";

export function SharedSummary() {
  const { t } = useLingui();
  return (
    <>
      <meta name="robots" content="noindex" />
      <InvitationPage
        place="/summary"
        title={t`Summary of a test`}
        read={(transport, token) => transport.rpc(readCampaignSummary, { token }, "anonymous")}
        titleOf={({ title }) => title}
        failureOf={sharedSummaryFailure}
      >
        {(summary) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="flex min-w-0 items-center gap-3">
                <OrganizationLogo name={summary.organization_name} path={summary.logo_path} />
                <span className="min-w-0 break-words">
                  <Trans>Summary of a test by {summary.organization_name}</Trans>
                </span>
              </p>
              <Button size="sm" icon={Printer} onClick={() => window.print()}>
                <Trans>Print summary</Trans>
              </Button>
            </div>
            <Card>
              <SummarySheet summary={summary} />
            </Card>
            <PrintSheet>
              <SummarySheet summary={summary} onPaper />
            </PrintSheet>
          </>
        )}
      </InvitationPage>
    </>
  );
}
