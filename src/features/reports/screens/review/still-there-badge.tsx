import { retestLabel, retestTone } from "#features/common/report-labels.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { StatusBadge } from "#ui/status-badge.tsx";

/** Marks a fixed report that testers still see in the build with the fix. */
export const StillThereBadge = ({ report }: { report: Pick<Feedback, "fixed_release_id" | "retests"> }) =>
  report.fixed_release_id !== null &&
  report.retests.still_there > 0 && <StatusBadge status="still_there" labels={retestLabel} tones={retestTone} />;
