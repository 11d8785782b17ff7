// A developer's review of a report: the columns that it writes, and how it is stored while it can
// still be undone.
import type { Feedback } from "../schema/feedback.ts";
import { filled } from "../schema/replies.ts";
import { canMove } from "../schema/transitions.ts";
import { fail, ok, type Result } from "../transport/result.ts";

/** An answer to a report. Its `reason` may hold variables (sync/schema/replies.ts). */
export type Decision =
  | { to: "approved"; usefulness: number }
  | { to: "changes_requested"; reason: string }
  | { to: "rejected"; reason_code: Feedback["reason_code"]; reason: string; duplicate_of: string | null };

/**
 * What an answer writes into a report, or why it cannot. Asked here as in the dialogs and on the
 * server.
 */
export function decided(report: Feedback, decision: Decision): Result<Partial<Feedback>> {
  if (!canMove("feedback", report.status, decision.to, "developer")) {
    return fail({ type: "not_allowed", code: "wrong_state" });
  }
  switch (decision.to) {
    case "approved": {
      const { usefulness } = decision;
      return Number.isInteger(usefulness) && usefulness >= 1 && usefulness <= 5
        ? // The words of an earlier change request are no comment on the approval.
          ok({ status: "approved", usefulness, reason: "" })
        : fail({ type: "not_allowed", code: "usefulness_required" });
    }
    case "changes_requested":
      return decision.reason.trim() === ""
        ? fail({ type: "not_allowed", code: "reason_required" })
        : ok({ status: "changes_requested", reason: filled(decision.reason, report) });
    case "rejected": {
      const { reason_code, reason, duplicate_of } = decision;
      // `other` needs words; `duplicate` names the other report.
      if (reason_code === "" || (reason_code === "other" && reason.trim() === "")) {
        return fail({ type: "not_allowed", code: "reason_required" });
      }
      if (reason_code === "duplicate" && (duplicate_of === null || duplicate_of === report.id)) {
        return fail({ type: "not_allowed", code: "duplicate_required" });
      }
      return ok({
        status: "rejected",
        reason_code,
        reason: filled(reason, report),
        duplicate_of: reason_code === "duplicate" ? duplicate_of : null,
      });
    }
  }
}

/** A decision that can still be undone, on the disk. */
export interface PendingReview {
  decision: Decision;
  /** The page that scheduled it: the name of a lock that the page holds while it lives. */
  holder: string;
}

/**
 * Key prefix of scheduled reviews in the device database's `drafts`, followed by the report's id.
 */
export const pendingReviewPrefix = "decision|";
