// Reminds accepted testers without a report, or without today's check-in. The server chooses the
// recipients, limits the frequency, and sends during the day.
import { msg, plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { BellRing } from "lucide-react";
import { useId } from "react";
import { organizationFailure } from "#features/common/organization-failures.ts";
import { useAskedAction } from "#features/common/use-server-call.ts";
import { failureTexts } from "#features/sync/failures.ts";
import { formatWeekdayTime } from "#i18n/format.ts";
import { useStatus } from "#state/status.ts";
import { useRemote } from "#state/use-online-query.ts";
import { type NudgeKind, nudgeTesters, readNudge } from "#sync/schema/campaign-functions.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { useNow } from "#ui/use-now.ts";

const nudgeFailure = failureTexts(
  {
    rate_limited: msg`These testers were reminded less than a day ago.`,
    campaign_closed: msg`Testers can be reminded while a campaign is running.`,
  },
  organizationFailure,
);

interface NudgeTestersProps {
  campaignId: string;
  kind?: NudgeKind;
}

/** Rendered for campaign managers while the campaign runs and something is missing. */
export function NudgeTesters({ campaignId, kind = "report" }: NudgeTestersProps) {
  const { t, i18n } = useLingui();
  const online = useStatus("online");
  const now = useNow();
  const noteId = useId();
  const remote = useRemote(readNudge, { campaign_id: campaignId, kind }, ["campaigns", campaignId]);
  const action = useAskedAction(remote.reload, nudgeFailure);
  if (remote.state !== "ready") return null;
  const { testers, next_at } = remote.data;
  if (testers === 0) return null;
  const waits = next_at !== null && Date.parse(next_at) > now;
  const success = t`${plural(testers, { one: "# tester will be reminded", other: "# testers will be reminded" })}`;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="sm"
        icon={BellRing}
        disabled={waits || !online}
        aria-describedby={waits ? noteId : undefined}
        opensDialog
        onClick={action.ask}
      >
        {kind === "report" ? (
          <Plural value={testers} one="Remind # tester without a report" other="Remind # testers without a report" />
        ) : (
          <Plural value={testers} one="Remind # tester to check in" other="Remind # testers to check in" />
        )}
      </Button>
      {waits && (
        <p id={noteId} className="text-muted text-sm">
          <Trans>
            Possible again: <time dateTime={next_at}>{formatWeekdayTime(next_at, i18n.locale)}</time>
          </Trans>
        </p>
      )}
      <ConfirmDialog
        {...action.question((transport) => transport.rpc(nudgeTesters, { campaign: campaignId, kind }), success)}
        title={
          kind === "report" ? (
            <Trans>Remind testers without a report?</Trans>
          ) : (
            <Trans>Remind testers who have not checked in today?</Trans>
          )
        }
        confirmLabel={<Trans>Remind testers</Trans>}
        tone="primary"
      >
        <Trans>
          Each tester gets one notification during the day: in the app, by push and by email, as they have chosen. A
          tester is reminded at most once a day and three times per test, including automatic reminders.
        </Trans>
      </ConfirmDialog>
    </div>
  );
}
