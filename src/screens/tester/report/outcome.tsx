// What became of a report, in words: on its way, waiting for an answer until when, approved with what, rejected why.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { campaignById } from "../../../../sync/reads/campaigns.ts";
import type { OwnReport } from "../../../../sync/reads/feedback.ts";
import { rewardsOfTester } from "../../../../sync/reads/rewards.ts";
import { Rating } from "../../../components/rating-input.tsx";
import { DateText, Money } from "../../../components/values.tsx";
import { AnswerWords } from "../../../domain/answer-words.tsx";
import { reasonLabel, rewardModelHelp } from "../../../domain/labels.ts";
import { RewardStatus } from "../../../domain/status.tsx";
import { useReadOr } from "../../../store/read.ts";
import { useStatus } from "../../../store/status.ts";
import { standingOf } from "../report-status.tsx";

const NONE: never[] = [];

export function Outcome({ report }: { report: OwnReport }) {
  const { t } = useLingui();
  const { online } = useStatus();
  const standing = standingOf(report);
  if (standing === "waiting") {
    return (
      <Panel title={online ? t`On its way` : t`Will be sent when you are online`}>
        <p className="text-muted">
          <Trans>The report and its files are safe on this device. You can close the app.</Trans>
        </p>
      </Panel>
    );
  }
  if (standing === "submitted") {
    return (
      <Panel title={t`With the developer`}>
        {report.due_at && (
          <p>
            <Trans>
              Answer due <DateText value={report.due_at} />.
            </Trans>
          </p>
        )}
        <p className="text-muted">
          <Trans>Without an answer by then, it counts as approved.</Trans>
        </p>
      </Panel>
    );
  }
  if (standing === "approved") return <Approved report={report} />;
  return (
    <Panel title={t`Not approved`}>
      {report.reason_code !== "" && <p className="font-semibold">{t(reasonLabel[report.reason_code])}</p>}
      <Words>{report.reason}</Words>
      {report.reason_code === "duplicate" && (
        <p className="text-muted">
          <Trans>Somebody reported it before. Yours counts as a confirmation and costs no karma.</Trans>
        </p>
      )}
      <Reviewed at={report.reviewed_at} />
    </Panel>
  );
}

function Approved({ report }: { report: OwnReport }) {
  const { t } = useLingui();
  const rewards = useReadOr(rewardsOfTester(report.tester_id), NONE).filter((r) => r.feedback_id === report.id);
  const campaign = useReadOr(campaignById(report.campaign_id), null);
  return (
    <Panel title={t`Approved`}>
      <p className="flex flex-wrap items-center gap-2">
        <Trans>Usefulness</Trans> <Rating value={report.usefulness} />
      </p>
      {rewards.map((reward) => (
        <p key={reward.id} className="flex flex-wrap items-center gap-2">
          <span className="font-semibold text-lg">
            <Money cents={reward.amount_cents} currency={reward.currency} />
          </span>
          <RewardStatus status={reward.status} />
        </p>
      ))}
      {rewards.length === 0 && (
        <p className="text-muted">
          <Trans>This report earns karma and no reward.</Trans> {campaign && t(rewardModelHelp[campaign.reward_model])}
        </p>
      )}
      <AnswerWords report={report} />
      {report.reproductions > 0 && (
        <p className="text-muted">
          <Plural value={report.reproductions} one="Confirmed by # other tester" other="Confirmed by # other testers" />
        </p>
      )}
      <Reviewed at={report.reviewed_at} />
    </Panel>
  );
}

const Words = ({ children }: { children: string }) =>
  children.trim() === "" ? null : (
    <blockquote className="whitespace-pre-wrap break-words border-line-strong border-s-2 ps-3">{children}</blockquote>
  );

const Reviewed = ({ at }: { at: string | null }) =>
  at === null ? null : (
    <p className="text-muted">
      <Trans>
        Answered <DateText value={at} />
      </Trans>
    </p>
  );

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-2 rounded-lg border border-line bg-raised p-4 text-sm shadow-sm">
    <h2 className="text-base">{title}</h2>
    {children}
  </section>
);
