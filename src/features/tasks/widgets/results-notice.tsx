import { Trans } from "@lingui/react/macro";
import type { Application } from "#sync/schema/applications.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";

type Reviewed = Pick<Application, "results_status" | "results_due_at">;

/** The state of a set after its tester submitted it. Renders nothing before. */
export function ResultsNotice({ application: { results_status, results_due_at } }: { application: Reviewed }) {
  switch (results_status) {
    case "submitted":
      return (
        <Notice title={<Trans>Submitted, waiting for review</Trans>}>
          {results_due_at && (
            <Trans>
              Answer due <DateText value={results_due_at} />
            </Trans>
          )}
        </Notice>
      );
    case "returned":
      return (
        <Notice tone="caution" title={<Trans>Sent back to you</Trans>}>
          <Trans>Read the developer's reasons below, change your answers and submit them again.</Trans>
        </Notice>
      );
    case "accepted":
      return <Notice tone="positive" title={<Trans>The developer accepted your results</Trans>} />;
    default:
      return null;
  }
}
