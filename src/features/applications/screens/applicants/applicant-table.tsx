import { useLingui } from "@lingui/react/macro";
import { LevelBadge } from "#features/account/widgets/level-badge.tsx";
import { karmaLabel } from "#features/common/account-labels.ts";
import { PendingBadge } from "#features/sync/widgets/pending-badge.tsx";
import { useQueryOr } from "#state/query.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { type Column, type Columns, column, DataTable } from "#ui/data-table.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Rating } from "#ui/rating.tsx";
import { type ApplicantOrder, applicantOrders } from "../../search.ts";
import { ApplicantStatus } from "../../widgets/application-status.tsx";
import { AnswerButtons, RemoveMenu } from "./answer-applicant.tsx";
import { AnswerValue } from "./applicant-answers.tsx";
import type { Spots } from "./applicant-list-rules.ts";
import { Fit } from "./fit.tsx";
import { useMayDecide } from "./use-may-decide.ts";

interface ApplicantTableProps {
  campaign: Campaign;
  applicants: readonly Application[];
  spots: Spots;
  whyId: string;
  order: ApplicantOrder;
  onOrder: (order: ApplicantOrder) => void;
  picked: ReadonlySet<string>;
  mayPick: (application: Application) => boolean;
  onPick: (id: string) => void;
  onOpen: (id: string) => void;
}

export function ApplicantTable(props: ApplicantTableProps) {
  const { campaign, applicants, spots, whyId, order, onOrder, picked, mayPick, onPick, onOpen } = props;
  const { t } = useLingui();
  const releases = useQueryOr(campaign.app_id ? releasesOf(campaign.app_id) : null, []);
  const versions = new Map(releases.map(({ id, version }) => [id, version]));
  const columns: Columns<Application> = [
    column("name", t`Applicant`, { primary: true }, (a) => (
      <NameCell application={a} picked={picked.has(a.id)} onPick={mayPick(a) ? onPick : null} onOpen={onOpen} />
    )),
    column("status", t`Status`, (a) => <ApplicantStatus application={a} />),
    column("fit", t`Fit`, { sortable: true }, (a) => <Fit campaign={campaign} application={a} />),
    column("karma", t(karmaLabel.title), { sortable: true, align: "end" }, (a) => (
      <span className="inline-flex items-center gap-2 tabular-nums">
        <LevelBadge karma={a.card.karma} /> {a.card.karma}
      </span>
    )),
    column("rating", t`Rating`, { sortable: true }, (a) =>
      a.card.rating === null ? "–" : <Rating value={a.card.rating} />,
    ),
    column("tests", t`Tests`, { sortable: true, align: "end" }, (a) => (
      <span className="tabular-nums">{a.card.tests_completed}</span>
    )),
    ...campaign.screening.map(
      (question): Column<Application> =>
        column(question.id, question.question, (a) => (
          <span className="line-clamp-3 md:max-w-56">
            <AnswerValue question={question} application={a} />
          </span>
        )),
    ),
    applicants.some((a) => a.release_id !== null) &&
      column("build", t`Build`, (a) => versions.get(a.release_id ?? "") ?? "–"),
    column("newest", t`Applied`, { sortable: true }, (a) => <DateText value={a.applied_at} />),
    column("answer", t`Decision`, { pinned: true }, (a) => <AnswerCell application={a} spots={spots} whyId={whyId} />),
  ];
  return (
    <DataTable
      caption={t`Applicants`}
      columns={columns}
      rows={applicants}
      keyOf={(a) => a.id}
      scrolls
      // Each column sorts in one direction: best or newest first.
      sort={{ key: order, direction: "desc" }}
      onSort={({ key }) => onOrder(applicantOrders.find((one) => one === key) ?? "newest")}
    />
  );
}

function AnswerCell({ application, spots, whyId }: { application: Application; spots: Spots; whyId: string }) {
  const decides = useMayDecide(application)("accepted");
  if (!decides) return <RemoveMenu application={application} />;
  return (
    <span className="flex gap-2">
      <AnswerButtons application={application} spots={spots} whyId={whyId} compact />
    </span>
  );
}

interface NameCellProps {
  application: Application;
  picked: boolean;
  /** Null if it cannot be selected. */
  onPick: ((id: string) => void) | null;
  onOpen: (id: string) => void;
}

function NameCell({ application, picked, onPick, onOpen }: NameCellProps) {
  const { t } = useLingui();
  const { id } = application;
  const { name } = application.card;
  return (
    <span className="flex items-center gap-2">
      {onPick && (
        <Checkbox
          label={t`Select ${name}`}
          labelHidden
          checked={picked}
          onChange={() => onPick(id)}
          className="-my-2"
        />
      )}
      <button
        type="button"
        data-opens
        onClick={() => onOpen(id)}
        className="tap inline-flex min-w-0 items-center break-words text-start text-accent hover:underline"
      >
        {name}
      </button>
      <PendingBadge row={application} />
    </span>
  );
}
