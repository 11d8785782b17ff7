import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { PersonAvatar } from "#features/account/widgets/person-avatar.tsx";
import { DeviceIcon } from "#features/common/widgets/device-icon.tsx";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice } from "#features/sync/widgets/rejected-change-notice.tsx";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { cx } from "#ui/cx.ts";
import { DateText } from "#ui/formatted-values.tsx";
import { SrNote } from "#ui/sr-note.tsx";
import { useKeptFocus } from "#ui/use-kept-focus.ts";
import { ApplicantStatus } from "../../widgets/application-status.tsx";
import { AnswerButtons, RemoveMenu } from "./answer-applicant.tsx";
import type { ApplicantCardProps } from "./applicant-card.tsx";
import { ApplicantDetails } from "./applicant-details.tsx";
import { mainDevice } from "./applicant-list-rules.ts";
import { FitFacts, FitScore } from "./fit.tsx";
import { TrackRecord } from "./track-record.tsx";
import { useMayDecide } from "./use-may-decide.ts";

interface CompactApplicantProps extends ApplicantCardProps {
  whyId: string;
}

export function CompactApplicant(props: CompactApplicantProps) {
  const { application, campaign, spots, rejectedChange, picked, onPick, whyId } = props;
  const { t } = useLingui();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { name, avatar_path } = application.card;
  const card = useKeptFocus<HTMLElement>();
  const decides = useMayDecide(application)("accepted");
  return (
    <article {...card} className="flex flex-col gap-1 rounded-lg border border-line bg-raised px-3 py-2 shadow-sm">
      <div className="flex items-center gap-2">
        {onPick && (
          <Checkbox
            labelHidden
            label={t`Select ${name}`}
            checked={picked ?? false}
            onChange={onPick}
            className="-my-1 -ms-3 w-11 justify-center"
          />
        )}
        <span className={cx(onPick && "-ms-2")}>
          <PersonAvatar name={name} path={avatar_path} size="sm" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline justify-between gap-2">
            <h2 className="min-w-0 wrap-anywhere text-base leading-6">
              {name} <PendingBadge row={application} />
            </h2>
            <p className="shrink-0 text-sm">
              <span className="text-muted">
                <Trans>Fit</Trans>
              </span>{" "}
              <FitScore campaign={campaign} application={application} />
            </p>
          </div>
          <DeviceAndDate application={application} campaign={campaign} />
        </div>
        <RemoveMenu application={application} />
      </div>
      <div className="flex flex-wrap items-center gap-x-1">
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-ms-2 gap-1! px-2!"
        >
          <ChevronDown
            aria-hidden
            className={cx("size-5 text-muted transition-transform duration-150", open && "rotate-180")}
          />
          {campaign.screening.length > 0 ? <Trans>Answers</Trans> : <Trans>Details</Trans>}
          <SrNote text={name} />
        </Button>
        <span className="ms-auto flex flex-wrap items-center justify-end gap-2">
          {decides && application.card.suspended && <ApplicantStatus application={application} />}
          {decides ? (
            <AnswerButtons application={application} spots={spots} whyId={whyId} compact />
          ) : (
            <ApplicantStatus application={application} />
          )}
        </span>
      </div>
      <div id={id} hidden={!open} className={cx(open && "flex flex-col gap-3 border-line border-t pt-3 pb-1")}>
        {open && (
          <>
            <TrackRecord application={application} />
            <FitFacts campaign={campaign} application={application} />
            <ApplicantDetails campaign={campaign} application={application} />
          </>
        )}
      </div>
      {rejectedChange && <RejectedChangeNotice change={rejectedChange} />}
    </article>
  );
}

function DeviceAndDate({ application, campaign }: { application: Application; campaign: Campaign }) {
  const { devices } = application.card;
  const device = mainDevice(campaign, application);
  const more = devices.length - 1;
  return (
    <p className="flex items-center gap-1.5 text-muted text-sm">
      {device && (
        <>
          <DeviceIcon device={`${device.name} ${device.platform} ${device.os}`} className="size-4 shrink-0" />
          <span className="min-w-8 shrink-999 truncate">{device.name || device.os}</span>
          {more > 0 && <span className="shrink-0 tabular-nums">+{more}</span>}
        </>
      )}
      <span className="ms-auto min-w-0 text-end">
        <span className="sr-only">
          <Trans context="applicant">Applied</Trans>{" "}
        </span>
        <DateText value={application.applied_at} />
      </span>
    </p>
  );
}
