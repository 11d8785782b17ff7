import { Trans, useLingui } from "@lingui/react/macro";
import { GraduationCap } from "lucide-react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { reportGuideSet } from "#sync/mutations/report-guide.ts";
import { guideKarma } from "#sync/schema/karma.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";

/** Links to the exercises about good reports, until completed or dismissed. */
export function FirstReportOffer({ person }: { person: string }) {
  const { t } = useLingui();
  const set = useMutationToast(reportGuideSet);
  const noun = t(karmaLabel.noun);
  const change = async (state: "dismissed" | "open") => {
    const done = await set(person, state);
    if (!done.ok || state === "open") return;
    showToast({
      title: t`Hidden. It’s still in your profile.`,
      action: { label: t`Undo`, onSelect: () => void change("open") },
    });
  };
  return (
    <section
      aria-labelledby="first-report"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-raised p-4 shadow-sm md:p-5"
    >
      <GraduationCap aria-hidden className="size-8 shrink-0 text-accent" />
      <div className="min-w-48 flex-1">
        <h2 id="first-report" className="text-base">
          <Trans>Your first good report</Trans>
        </h2>
        <p className="text-muted text-sm">
          <Trans>
            Four short exercises, about three minutes. They earn you your first {guideKarma} {noun}.
          </Trans>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton to="/tester/first-report">
          <Trans>Start the exercises</Trans>
        </LinkButton>
        <Button variant="ghost" onClick={() => void change("dismissed")}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </section>
  );
}
