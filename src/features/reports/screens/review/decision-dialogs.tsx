import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { reportMarkKnown } from "#sync/mutations/feedback.ts";
import type { Decision } from "#sync/outbox/pending-review.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { ChangesDialog } from "./changes-dialog.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";

export interface Asking {
  /** "merge" applies to a group of similar reports. */
  kind: "approve" | "changes" | "reject" | "duplicate" | "merge";
  reports: readonly Feedback[];
}

interface DecisionDialogsProps {
  asking: Asking | null;
  campaign: Campaign;
  all: readonly Feedback[];
  onClose: () => void;
  onDecide: (reports: readonly Feedback[], decision: Decision, success: string) => void;
}

export function DecisionDialogs({ asking, campaign, all, onClose, onDecide }: DecisionDialogsProps) {
  const { t } = useLingui();
  const markKnown = useMutationToast(reportMarkKnown);
  if (!asking) return null;
  const { kind, reports } = asking;
  const count = reports.length;
  const shared = { reports, onClose };
  if (kind === "approve") {
    return (
      <ApproveDialog
        {...shared}
        campaign={campaign}
        all={all}
        onApprove={(usefulness) =>
          onDecide(
            reports,
            { to: "approved", usefulness },
            t`${plural(count, { one: "Report approved", other: "# reports approved" })}`,
          )
        }
      />
    );
  }
  if (kind === "changes") {
    return (
      <ChangesDialog
        {...shared}
        onRequest={(reason) =>
          onDecide(
            reports,
            { to: "changes_requested", reason },
            t`${plural(count, { one: "Changes requested", other: "Changes requested for # reports" })}`,
          )
        }
      />
    );
  }
  if (kind === "merge") {
    return (
      <MergeDialog
        group={reports}
        onClose={onClose}
        onMerge={(duplicates, original, reason, known) => {
          if (known) void markKnown(original.id, true);
          onDecide(
            duplicates,
            { to: "rejected", reason_code: "duplicate", reason, duplicate_of: original.id },
            t`${plural(duplicates.length, { one: "# duplicate closed", other: "# duplicates closed" })}`,
          );
        }}
      />
    );
  }
  return (
    <RejectDialog
      {...shared}
      all={all}
      startWith={kind === "duplicate" ? "duplicate" : null}
      onReject={(input, known) => {
        if (known && input.duplicate_of) void markKnown(input.duplicate_of, true);
        onDecide(
          reports,
          { to: "rejected", ...input },
          t`${plural(count, { one: "Report rejected", other: "# reports rejected" })}`,
        );
      }}
    />
  );
}
