import { Trans, useLingui } from "@lingui/react/macro";
import { DeviceIcon } from "#features/common/widgets/device-icon.tsx";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Chip } from "#ui/badge.tsx";
import { ApplicantAnswers } from "./applicant-answers.tsx";
import { SelectionReason } from "./selection-reason.tsx";

export function ApplicantDetails({ campaign, application }: { campaign: Campaign; application: Application }) {
  const { t } = useLingui();
  const { card } = application;
  return (
    <>
      {(card.devices.length > 0 || card.expertise.length > 0) && (
        <ul aria-label={t`Devices and expertise`} className="flex flex-wrap gap-1.5">
          {card.devices.map((device) => (
            <li key={device.id} className="max-w-full">
              <Chip>
                <DeviceIcon
                  device={`${device.name} ${device.platform} ${device.os}`}
                  className="me-1.5 inline size-4 align-text-bottom text-muted"
                />
                {[device.name, device.os].filter(Boolean).join(" · ")}
              </Chip>
            </li>
          ))}
          {card.expertise.map((one) => (
            <li key={one} className="max-w-full">
              <Chip>{one}</Chip>
            </li>
          ))}
        </ul>
      )}
      {application.message !== "" && (
        <p className="max-w-prose whitespace-pre-wrap break-words border-line border-s-2 ps-3 text-sm">
          {application.message}
        </p>
      )}
      <ApplicantAnswers campaign={campaign} application={application} />
      <SelectionReason application={application} />
      {application.reason !== "" && (
        <p className="text-sm">
          <span className="text-muted">
            <Trans>Your reason:</Trans>
          </span>{" "}
          {application.reason}
        </p>
      )}
    </>
  );
}
