// The Apply button or the application's state: next to the facts on a desktop, above them on a
// phone.
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { canMove } from "#sync/schema/transitions.ts";
import { Button } from "#ui/button.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { useKeptFocus } from "#ui/use-kept-focus.ts";
import { applicationNext } from "../../campaigns/next-step.ts";
import { useApplyState } from "../../campaigns/use-apply-state.ts";
import { AcceptsInstantly } from "../../campaigns/widgets/accepts-instantly.tsx";
import { closedHelp, closedLabel } from "../../common/campaign-labels.ts";
import { useToday } from "../../common/campaign-rules.ts";
import { PendingBadge } from "../../sync/widgets/pending-badge.tsx";
import { ApplicationStatus } from "./application-status.tsx";
import { ApplyDialog } from "./apply-dialog.tsx";
import { WithdrawButton } from "./withdraw-button.tsx";

interface ApplicationPanelProps {
  campaign: Campaign;
  application: Application | null;
  applying: boolean;
  onApplying: (open: boolean) => void;
  children: ReactNode;
  /** Requirements, below the button, because long texts would push it out of view. */
  below: ReactNode;
}

export function ApplicationPanel(props: ApplicationPanelProps) {
  const { campaign, application, children, below } = props;
  const panel = useKeptFocus<HTMLElement>();
  return (
    <section {...panel} className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-5 text-sm shadow-sm">
      {children}
      {application ? <Applied campaign={campaign} application={application} /> : <NotApplied {...props} />}
      {below}
    </section>
  );
}

function Applied({ campaign, application }: { campaign: Campaign; application: Application }) {
  const { t } = useLingui();
  const today = useToday();
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <ApplicationStatus {...application} />
        <PendingBadge row={application} withText />
      </p>
      <p>{t(applicationNext(application, campaign, today))}</p>
      {application.reason !== "" && (
        <blockquote className="border-line-strong border-s-2 ps-3 text-muted">{application.reason}</blockquote>
      )}
      <p className="text-muted">
        <Trans>
          Applied <DateText value={application.applied_at} />
        </Trans>
      </p>
      {canMove("application", application.status, "withdrawn", "tester") && (
        <WithdrawButton application={application} />
      )}
    </>
  );
}

function NotApplied({ campaign, applying, onApplying }: Omit<ApplicationPanelProps, "children" | "below">) {
  const { t } = useLingui();
  const state = useApplyState(campaign);
  if (state !== "open" && state !== "full") {
    return (
      <>
        <p className="font-semibold">{t(closedLabel[state])}</p>
        <p className="text-muted">{t(closedHelp[state])}</p>
      </>
    );
  }
  const full = state === "full";
  return (
    <>
      <Button variant={full ? "secondary" : "primary"} size="lg" wide opensDialog onClick={() => onApplying(true)}>
        {full ? <Trans>Apply anyway</Trans> : <Trans>Apply Now</Trans>}
      </Button>
      <p className="text-muted">
        <AcceptsInstantly campaign={campaign} state={state} />{" "}
        {full ? (
          <Trans>All spots are taken. Your application waits in case one becomes free.</Trans>
        ) : campaign.auto_select ? (
          <Trans>Spots are assigned automatically, first come, first served.</Trans>
        ) : (
          <Trans>The developer reads each application and chooses.</Trans>
        )}
      </p>
      {applying && <ApplyDialog campaign={campaign} onClose={() => onApplying(false)} />}
    </>
  );
}
