// What testers say about the fix of a report. "Still there" asks the developer to act.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { hasEnded, holdsSpot, useToday } from "#features/common/campaign-rules.ts";
import { retestLabel, retestTone } from "#features/common/report-labels.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useCan } from "#state/organization.ts";
import { useQueryOr } from "#state/query.ts";
import { reportFixedIn } from "#sync/mutations/feedback.ts";
import { applicantsOf } from "#sync/queries/applications.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Button } from "#ui/button.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { showToast } from "#ui/toast.tsx";
import { answersTo } from "../../retests.ts";
import { Photos } from "../../widgets/photos.tsx";
import { RetestTally } from "../../widgets/retest-tally.tsx";

const SHOWN = 5;

interface RetestsProps {
  report: Feedback;
  campaign: Campaign;
}

export function Retests({ report, campaign }: RetestsProps) {
  const headingId = useId();
  const [all, setAll] = useState(false);
  const today = useToday();
  const applications = useQueryOr(applicantsOf(campaign.id), []);
  const releases = useQueryOr(campaign.app_id ? releasesOf(campaign.app_id) : null, []);
  const versionOf = (id: string) => releases.find((release) => release.id === id)?.version ?? "";
  const answers = answersTo(report.id, applications);
  const author = applications.find(({ tester_id }) => tester_id === report.tester_id);
  const fixed = report.fixed_release_id;
  if (fixed === null && answers.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <h3 id={headingId} className="text-base">
        <Trans>Retests</Trans>
      </h3>
      {fixed !== null && (
        <>
          {report.retests.still_there > 0 && <StillThere report={report} fixed={fixed} version={versionOf(fixed)} />}
          <p className="text-sm">
            <RetestTally tally={report.retests} />
          </p>
          {author && !holdsSpot(author) && (
            <p className="text-muted text-sm">
              <Trans>{report.tester_name} has left this test. Other testers can check a known issue.</Trans>
            </p>
          )}
          {hasEnded(campaign, today) && (
            <p className="text-muted text-sm">
              <Trans>This test has ended: testers can still answer, but they get no notification.</Trans>
            </p>
          )}
        </>
      )}
      {answers.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line text-sm">
          {(all ? answers : answers.slice(0, SHOWN)).map(({ application, retest }) => (
            <li key={application.id} className="flex flex-col gap-1 p-3">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <StatusBadge status={retest.mark} labels={retestLabel} tones={retestTone} />
                <bdi className="font-semibold">{application.card.name}</bdi>
                <span className="text-muted">
                  {versionOf(retest.release_id)} <DateText value={retest.at} />
                </span>
              </p>
              {retest.note && (
                <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                  {retest.note}
                </p>
              )}
              <Photos application={application} photos={retest.photos ?? []} sentAt={retest.at} />
            </li>
          ))}
        </ul>
      )}
      {answers.length > SHOWN && !all && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          <Plural value={answers.length} one="Show # answer" other="Show all # answers" />
        </Button>
      )}
    </section>
  );
}

interface StillThereProps {
  report: Feedback;
  fixed: string;
  version: string;
}

function StillThere({ report, fixed, version }: StillThereProps) {
  const { t } = useLingui();
  const reviews = useCan("review", report.org_id);
  const write = useMutationToast(reportFixedIn);
  const reopen = async () => {
    const done = await write(report.id, null);
    if (!done.ok) return;
    showToast({ title: t`Not fixed yet`, action: { label: t`Undo`, onSelect: () => void write(report.id, fixed) } });
  };
  return (
    <Notice
      tone="caution"
      title={
        <Plural
          value={report.retests.still_there}
          one={`# tester still sees it in ${version}`}
          other={`# testers still see it in ${version}`}
        />
      }
      action={
        reviews && (
          <Button size="sm" icon={RotateCcw} onClick={() => void reopen()}>
            <Trans>Reopen</Trans>
          </Button>
        )
      }
    >
      <Trans>Reopen it, or name the next build that fixes it. The answers stay here.</Trans>
    </Notice>
  );
}
