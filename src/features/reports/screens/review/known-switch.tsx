import { useLingui } from "@lingui/react/macro";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { reportMarkKnown } from "#sync/mutations/feedback.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Switch } from "#ui/checkbox-radio-switch.tsx";

/** Shows an approved report to accepted testers, to prevent duplicates. */
export function KnownSwitch({ report }: { report: Feedback }) {
  const { t } = useLingui();
  const mark = useMutationToast(reportMarkKnown);
  return (
    <div className="rounded-lg border border-line px-4 py-1">
      <Switch
        checked={report.known}
        onChange={(event) => void mark(report.id, event.target.checked)}
        label={t`Known issue`}
        help={t`Accepted testers see its summary and details while they write, but not who reported it.`}
      />
    </div>
  );
}
