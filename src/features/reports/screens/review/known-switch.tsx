import { useLingui } from "@lingui/react/macro";
import { failureText } from "#features/sync/failures.ts";
import { useMutation } from "#state/store.ts";
import { reportMarkKnown } from "#sync/mutations/feedback.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Switch } from "#ui/checkbox-radio-switch.tsx";
import { showToast } from "#ui/toast.tsx";

/** Shows an approved report to accepted testers, to prevent duplicates. */
export function KnownSwitch({ report }: { report: Feedback }) {
  const { t } = useLingui();
  const mark = useMutation(reportMarkKnown);
  const set = async (known: boolean) => {
    const done = await mark(report.id, known);
    if (!done.ok) showToast({ tone: "danger", title: t(failureText(done.error)) });
  };
  return (
    <div className="rounded-lg border border-line px-4 py-1">
      <Switch
        checked={report.known}
        onChange={(event) => void set(event.target.checked)}
        label={t`Known issue`}
        help={t`Accepted testers see its summary and details while they write, but not who reported it.`}
      />
    </div>
  );
}
