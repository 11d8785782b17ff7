import { Trans, useLingui } from "@lingui/react/macro";
import { PersonAvatar } from "#features/account/widgets/person-avatar.tsx";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { RejectedChangeNotice } from "#features/sync/widgets/rejected-change-notice.tsx";
import type { RejectedChange } from "#sync/queries/outbox.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Card } from "#ui/card.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { useKeptFocus } from "#ui/use-kept-focus.ts";
import { ApplicantStatus } from "../../widgets/application-status.tsx";
import { AnswerApplicant, RemoveMenu } from "./answer-applicant.tsx";
import { ApplicantDetails } from "./applicant-details.tsx";
import type { Spots } from "./applicant-list-rules.ts";
import { Fit } from "./fit.tsx";
import { TrackRecord } from "./track-record.tsx";

export interface ApplicantCardProps {
  application: Application;
  campaign: Campaign;
  spots: Spots;
  rejectedChange?: RejectedChange | undefined;
  picked?: boolean;
  onPick?: () => void;
}

export function ApplicantCard(props: ApplicantCardProps) {
  const { application, campaign, spots, rejectedChange, picked, onPick } = props;
  const { t } = useLingui();
  const { name, avatar_path } = application.card;
  const card = useKeptFocus<HTMLElement>();
  return (
    <Card {...card} className="flex h-full flex-col gap-4">
      <div className="flex items-start gap-3">
        {onPick && (
          <Checkbox
            label={<span className="sr-only">{t`Select ${name}`}</span>}
            checked={picked ?? false}
            onChange={onPick}
            className="-my-1 -me-3"
          />
        )}
        <PersonAvatar name={name} path={avatar_path} />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base">
            {name} <ApplicantStatus application={application} /> <PendingBadge row={application} withText />
          </h2>
          <TrackRecord application={application} />
          <p className="mt-1 flex flex-wrap gap-x-1.5 text-sm">
            <span className="text-muted">
              <Trans>Fit</Trans>
            </span>
            <Fit campaign={campaign} application={application} />
          </p>
        </div>
        <RemoveMenu application={application} />
      </div>
      <ApplicantDetails campaign={campaign} application={application} />
      {rejectedChange && <RejectedChangeNotice change={rejectedChange} />}
      <AnswerApplicant application={application} spots={spots} />
    </Card>
  );
}
