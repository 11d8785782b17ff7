import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarPlus } from "lucide-react";
import { now } from "#lib/clock.ts";
import type { TesterTest } from "#sync/queries/tester-tests.ts";
import { Button } from "#ui/button.tsx";
import { saveFile } from "#ui/save-file.ts";
import { showToast } from "#ui/toast.tsx";

export function SaveDeadlines({ tests }: { tests: readonly TesterTest[] }) {
  const { t } = useLingui();
  const ends = tests.flatMap(({ application, campaign }) =>
    campaign ? [{ id: application.campaign_id, title: application.campaign_title, day: campaign.end_date }] : [],
  );
  if (ends.length === 0) return null;
  const save = async () => {
    try {
      const { icalendar } = await import("#lib/icalendar.ts");
      const days = ends.map(({ id, title, day }) => ({
        uid: `${id}@betaflock`,
        day,
        title: t`Test ends: ${title}`,
        description: t`The last day to test and to write your report.`,
        url: `${window.location.origin}/tester/tests/${id}`,
      }));
      saveFile("betaflock-deadlines.ics", new Blob([icalendar(days, new Date(now()))], { type: "text/calendar" }));
    } catch {
      showToast({ tone: "danger", title: t`This could not be loaded. Try again when you are online.` });
    }
  };
  return (
    <Button size="sm" variant="ghost" icon={CalendarPlus} onClick={() => void save()}>
      <Trans>Add deadlines to calendar</Trans>
    </Button>
  );
}
