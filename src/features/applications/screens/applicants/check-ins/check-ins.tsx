// The daily check-ins of a campaign, with reminders and the replacement of silent testers. Reads
// only the device database.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CalendarCheck, CalendarX, Flame } from "lucide-react";
import { useState } from "react";
import { acceptsTesters, holdsSpot, useToday } from "#features/common/campaign-rules.ts";
import { checkInOf, checkInsOf, closedTest, isClosedTest } from "#features/tasks/check-ins.ts";
import { useCan } from "#state/organization.ts";
import { useQueryOr } from "#state/query.ts";
import { applicantsOf } from "#sync/queries/applications.ts";
import { briefById } from "#sync/queries/campaigns.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { SmallSection } from "#ui/card.tsx";
import { type Columns, column, DataTable } from "#ui/data-table.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { StatCard, StatRow } from "#ui/stat-card.tsx";
import { NudgeTesters } from "../nudge-testers.tsx";
import { GoogleAnswers } from "./google-answers.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";

/** From this many days without a check-in, a tester can be replaced. */
const SILENT_DAYS = 2;

/** Renders nothing for a campaign without a daily check-in or without testers. */
export function CheckIns({ campaign }: { campaign: Campaign }) {
  const applicants = useQueryOr(applicantsOf(campaign.id), []);
  const tasks = useQueryOr(briefById(campaign.id), null)?.tasks ?? [];
  const task = checkInOf(tasks);
  if (!task || !applicants.some(holdsSpot)) return null;
  return <Panel {...{ campaign, tasks, task, applicants }} />;
}

interface PanelProps {
  campaign: Campaign;
  tasks: readonly Task[];
  task: Task;
  applicants: readonly Application[];
}

function Panel({ campaign, tasks, task, applicants }: PanelProps) {
  const { t } = useLingui();
  const today = useToday();
  const manages = useCan("manage", campaign.org_id);
  const [replaced, setReplaced] = useState<Application | null>(null);
  const running = acceptsTesters(campaign, today) && campaign.start_date <= today;
  const rows = applicants
    .filter(holdsSpot)
    .map((tester) => {
      const figures = checkInsOf(task, tester, campaign, today);
      const takesPart = tester.status === "accepted" && ["", "returned"].includes(tester.results_status);
      return { tester, ...figures, isMissing: running && takesPart && !figures.isDone && !figures.hasToday };
    })
    .sort((a, b) => b.silent - a.silent || Number(b.isMissing) - Number(a.isMissing) || b.missed - a.missed);
  type CheckInRow = (typeof rows)[number];
  const { days: needed } = task;
  const count = (test: (row: CheckInRow) => boolean) => rows.filter(test).length;
  const missing = count(({ isMissing }) => isMissing);
  const columns: Columns<CheckInRow> = [
    column("tester", t`Tester`, { primary: true }, ({ tester }) => (
      <bdi className="font-semibold">{tester.card.name}</bdi>
    )),
    column("today", t`Today`, ({ hasToday, isDone, isMissing }) =>
      hasToday ? (
        <Badge tone="positive">
          <Trans>Checked in</Trans>
        </Badge>
      ) : isDone ? (
        <Badge>
          <Trans context="task">Done</Trans>
        </Badge>
      ) : isMissing ? (
        <Badge tone="caution">
          <Trans context="check-in">Missing</Trans>
        </Badge>
      ) : (
        "–"
      ),
    ),
    column("days", t`Days`, ({ days }) => (
      <Trans>
        {days} of {needed}
      </Trans>
    )),
    column("run", t`In a row`, ({ run }) => run),
    column("missed", t`Missed`, ({ missed }) => missed),
    column("last", t`Last check-in`, ({ last }) =>
      last === null ? <Trans context="check-in">Never</Trans> : <DateText value={last} />,
    ),
    manages &&
      running &&
      column("replace", t`Replace`, ({ tester, isMissing, silent }) =>
        isMissing && silent >= SILENT_DAYS ? (
          <Replace name={tester.card.name} onClick={() => setReplaced(tester)} />
        ) : (
          "–"
        ),
      ),
  ];
  return (
    <SmallSection title={<Trans>Daily check-in</Trans>} className="gap-4">
      <StatRow>
        <StatCard
          label={t`Checked in today`}
          icon={CalendarCheck}
          value={count(({ hasToday }) => hasToday)}
          detail={<Plural value={rows.length} one="of # tester" other="of # testers" />}
        />
        <StatCard label={t`Missing today`} icon={CalendarX} value={missing} />
        <StatCard
          label={<Plural value={needed} one="# day in a row" other="# days in a row" />}
          icon={Flame}
          value={count(({ longestRun }) => longestRun >= needed)}
          detail={
            isClosedTest(tasks) ? (
              <Trans>testers; Google asks for {closedTest.testers}</Trans>
            ) : (
              <Plural value={rows.length} one="of # tester" other="of # testers" />
            )
          }
        />
      </StatRow>
      {isClosedTest(tasks) && (
        <Notice action={<GoogleAnswers {...{ campaign, tasks, applicants }} />}>
          <Trans>
            Betaflock cannot see Google's own count of opted-in testers. A check-in shows that a tester used the app on
            that day.
          </Trans>
        </Notice>
      )}
      {manages && missing > 0 && <NudgeTesters campaignId={campaign.id} kind="check_in" />}
      <DataTable caption={t`Check-ins by tester`} columns={columns} rows={rows} keyOf={({ tester }) => tester.id} />
      {replaced && <ReplaceDialog {...{ campaign, applicants }} tester={replaced} onClose={() => setReplaced(null)} />}
    </SmallSection>
  );
}

function Replace({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useLingui();
  return (
    <Button size="sm" opensDialog aria-label={t`Replace ${name}`} onClick={onClick}>
      <Trans>Replace</Trans>
    </Button>
  );
}
