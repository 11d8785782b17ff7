import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { LevelBadge } from "#features/account/widgets/level-badge.tsx";
import { PersonAvatar } from "#features/account/widgets/person-avatar.tsx";
import { karmaLabel } from "#features/common/account-labels.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Dialog } from "#ui/dialog.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Rating } from "#ui/rating.tsx";
import { AnswerApplicant } from "./answer-applicant.tsx";
import { AnswerValue } from "./applicant-answers.tsx";
import type { Spots } from "./applicant-list-rules.ts";
import { Fit } from "./fit.tsx";

/** Maximum number of columns for a readable comparison. */
export const MOST_COMPARED = 4;

interface CompareDialogProps {
  campaign: Campaign;
  applicants: readonly Application[];
  spots: Spots;
  onClose: () => void;
}

export function CompareDialog({ campaign, applicants, spots, onClose }: CompareDialogProps) {
  const { t } = useLingui();
  const line = (label: ReactNode, key: string, cell: (a: Application) => ReactNode) => (
    <tr key={key} className="border-line border-t align-top">
      <th scope="row" className="w-36 py-2.5 pe-4 text-start font-normal text-muted">
        {label}
      </th>
      {applicants.map((a) => (
        <td key={a.id} className="min-w-44 py-2.5 pe-4">
          {cell(a)}
        </td>
      ))}
    </tr>
  );
  return (
    <Dialog open onClose={onClose} size="lg" title={<Trans>Compare applicants</Trans>}>
      {/* Relative, so that screen-reader-only content does not overflow the dialog. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={t`Compare applicants`}>
        <table className="w-full text-sm">
          <thead>
            <tr>
              <td />
              {applicants.map((a) => (
                <th key={a.id} scope="col" className="pe-4 pb-2.5 text-start">
                  <span className="flex items-center gap-2">
                    <PersonAvatar name={a.card.name} path={a.card.avatar_path} size="sm" /> {a.card.name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {line(t`Fit`, "fit", (a) => (
              <Fit campaign={campaign} application={a} />
            ))}
            {line(t(karmaLabel.title), "karma", (a) => (
              <span className="inline-flex flex-wrap items-center gap-2 tabular-nums">
                <LevelBadge karma={a.card.karma} /> {a.card.karma}
              </span>
            ))}
            {line(t`Average rating`, "rating", (a) =>
              a.card.rating === null ? "–" : <Rating value={a.card.rating} />,
            )}
            {line(t`Tests completed`, "tests", (a) => (
              <span className="tabular-nums">{a.card.tests_completed}</span>
            ))}
            {line(t`Devices`, "devices", (a) => (
              <ul>
                {a.card.devices.map((device) => (
                  <li key={device.id}>{[device.name, device.os].filter(Boolean).join(" · ")}</li>
                ))}
              </ul>
            ))}
            {line(t`Expertise`, "expertise", (a) => a.card.expertise.join(", ") || "–")}
            {campaign.screening.map((question) =>
              line(question.question, question.id, (a) => <AnswerValue question={question} application={a} />),
            )}
            {line(t`Message`, "message", (a) => (
              <span className="whitespace-pre-wrap break-words">{a.message || "–"}</span>
            ))}
            {line(t`Applied`, "applied", (a) => (
              <DateText value={a.applied_at} />
            ))}
            {line(t`Decision`, "answer", (a) => (
              <AnswerApplicant application={a} spots={spots} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="pt-3 text-muted text-sm">
        <Plural value={spots.left} _0="No spots left" one="# spot left" other="# spots left" />
      </p>
    </Dialog>
  );
}
