// A developer's review of a report or a set of results, and its stored form while it can be undone.

import type { Store } from "../database/store.ts";
import { trimmed } from "../inputs/single-line.ts";
import type { Application } from "../schema/applications.ts";
import type { Feedback } from "../schema/feedback.ts";
import { filled } from "../schema/replies.ts";
import { canMove } from "../schema/transitions.ts";
import { taskOfKey } from "../tasks/outcome.ts";
import { fail, ok, type Result } from "../transport/result.ts";

/** A review of a report. Its `reason` may contain variables (sync/schema/replies.ts). */
export type Decision =
  | { to: "approved"; usefulness: number }
  | { to: "changes_requested"; reason: string }
  | { to: "rejected"; reason_code: Feedback["reason_code"]; reason: string; duplicate_of: string | null };

/** Returns the columns that a decision writes, or why it is invalid. The server checks too. */
export function decided(report: Feedback, decision: Decision): Result<Partial<Feedback>> {
  if (!canMove("feedback", report.status, decision.to, "developer")) {
    return fail({ type: "not_allowed", code: "wrong_state" });
  }
  switch (decision.to) {
    case "approved": {
      const { usefulness } = decision;
      return Number.isInteger(usefulness) && usefulness >= 1 && usefulness <= 5
        ? // The text of an earlier change request does not apply to the approval.
          ok({ status: "approved", usefulness, reason: "" })
        : fail({ type: "not_allowed", code: "usefulness_required" });
    }
    case "changes_requested":
      return trimmed(decision.reason) === ""
        ? fail({ type: "not_allowed", code: "reason_required" })
        : ok({ status: "changes_requested", reason: filled(decision.reason, report) });
    case "rejected": {
      const { reason_code, reason, duplicate_of } = decision;
      // `other` needs a text; `duplicate` needs the other report.
      if (reason_code === "" || (reason_code === "other" && trimmed(reason) === "")) {
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

/** A review of results: accepts the set, or sends it back with a reason per task. */
export type ResultsDecision = { to: "accepted" } | { to: "returned"; reasons: Readonly<Record<string, string>> };

export const isOfResults = (decision: Decision | ResultsDecision): decision is ResultsDecision =>
  decision.to === "accepted" || decision.to === "returned";

/** Like `decided`, for results. */
export function resultsDecided(application: Application, decision: ResultsDecision): Result<Partial<Application>> {
  if (application.results_status !== "submitted") return fail({ type: "not_allowed", code: "wrong_state" });
  if (decision.to === "accepted") return ok({ results_status: "accepted", results_review: {} });
  const given = Object.entries(decision.reasons).filter(([, reason]) => trimmed(reason) !== "");
  const tasks = new Set(Object.keys(application.results).map(taskOfKey));
  return given.length === 0 || given.some(([task]) => !tasks.has(task))
    ? fail({ type: "not_allowed", code: "reason_required" })
    : ok({ results_status: "returned", results_review: Object.fromEntries(given) });
}

export interface PendingReview {
  decision: Decision | ResultsDecision;
  /** Name of the lock that the scheduling page holds while it lives. */
  holder: string;
}

/** Key prefix of scheduled reviews in `drafts`, before the id of the report or application. */
export const pendingReviewPrefix = "decision|";

/** The scheduled reviews of this device. `id`: of the report or application; `at`: ISO time. */
export async function pendingReviews({ device }: Store): Promise<(PendingReview & { id: string; at: string })[]> {
  const found = await device.drafts.where("key").startsWith(pendingReviewPrefix).toArray();
  // Cast: only scheduled reviews have the prefix.
  return found.map(({ key, at, value }) => ({
    id: key.slice(pendingReviewPrefix.length),
    at,
    ...(value as PendingReview),
  }));
}
