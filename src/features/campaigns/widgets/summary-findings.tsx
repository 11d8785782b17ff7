// Findings of a campaign: bugs by severity, usability issues, suggestions, with the builds that fix
// them.
import { useLingui } from "@lingui/react/macro";
import type { CampaignSummary } from "#sync/schema/campaign-functions.ts";
import { feedbackTypeLabel, severityLabel } from "../../common/report-labels.ts";
import { groupsOf } from "../summary.ts";

export function SummaryFindings({ findings }: Pick<CampaignSummary, "findings">) {
  const { t } = useLingui();
  return groupsOf(findings).map((group) => {
    const grade = t(severityLabel[group.severity]);
    const title = group.type === "bug" ? t`Bugs: ${grade}` : t(feedbackTypeLabel[group.type]);
    return (
      <section key={title}>
        <h3 className="break-after-avoid font-semibold text-muted">{title}</h3>
        <ul className="list-disc ps-6">
          {group.findings.map(({ id, summary, usefulness, known, fixed_in: fixedIn }) => (
            <li key={id} className="break-inside-avoid break-words py-0.5">
              <strong className="font-semibold">{summary}</strong> · {usefulness}/5
              {known && ` · ${t`Known issue`}`}
              {fixedIn !== "" && ` · ${t`Fixed in ${fixedIn}`}`}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
