import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TesterTest } from "#sync/queries/tester-tests.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { hasEnded, spotsRemaining } from "../common/campaign-rules.ts";

/** The server stores notes about automatic selection as codes. */
const selectionNotes: { readonly [code: string]: MessageDescriptor } = {
  answers_differ: msg`Your answers did not match for automatic selection, so the developer decides.`,
  no_spots: msg`All spots were taken when your application arrived. The developer may still make room.`,
};

export function applicationNext(
  application: Application,
  campaign: Pick<Campaign, "auto_select" | "status" | "end_date" | "hidden" | "max_testers" | "testers_joined"> | null,
  today: string,
): MessageDescriptor {
  const ended = campaign !== null && hasEnded(campaign, today);
  switch (application.status) {
    case "pending":
      if (application.sync_xid === "" && campaign && spotsRemaining(campaign) === 0) {
        return msg`Will be sent as soon as you are online. All spots are taken: it waits in case one becomes free.`;
      }
      if (application.sync_xid === "" && campaign?.auto_select) {
        return msg`Will be sent as soon as you are online. Spots are then assigned automatically, first come, first served.`;
      }
      if (application.sync_xid === "") return msg`Will be sent as soon as you are online. Then the developer decides.`;
      if (ended) return msg`This test ended before the developer answered.`;
      if (campaign?.hidden) {
        return msg`An admin has hidden this test. Testers cannot be accepted until it is shown again.`;
      }
      return selectionNotes[application.selection_note] ?? msg`The developer will decide. The answer appears here.`;
    case "accepted":
      if (ended) return msg`This test has ended. Reports you sent are still answered.`;
      return msg`You are in. Follow the instructions, then report what you find.`;
    case "rejected":
      return msg`The developer chose other testers this time. It does not count against you.`;
    case "withdrawn":
      if (application.accepted_at !== null) {
        return msg`You left this test. Reports you sent are still answered and paid.`;
      }
      return msg`You withdrew your application. You can apply to each test only once.`;
    case "removed":
      return msg`The developer removed you from this test. You keep your reports and rewards.`;
    case "completed":
      return msg`Done. This test is now part of your record.`;
  }
}

type TestStage =
  | ("sent_back" | "draft" | "approved" | "with_developer" | "trying" | "new")
  | ("tasks" | "results_returned" | "results_submitted" | "results_accepted");

export function stageOf({ progress, reports, byTasks, application }: TesterTest): TestStage {
  // Open drafts and returned reports come first, whatever the progress says.
  if (reports.sentBack > 0) return "sent_back";
  if (reports.drafts > 0) return "draft";
  if (byTasks) {
    const { results_status } = application;
    if (results_status !== "") return `results_${results_status}`;
    return progress >= 50 ? "tasks" : "new";
  }
  if (progress >= 100) return "approved";
  if (progress >= 75) return "with_developer";
  return progress >= 50 ? "trying" : "new";
}

export const nextOf: { readonly [S in TestStage]: MessageDescriptor } = {
  sent_back: msg`The developer has requested changes to a report.`,
  draft: msg`You have an unsent draft.`,
  approved: msg`A report was approved. Found more? Write another one.`,
  with_developer: msg`Your report is with the developer.`,
  trying: msg`Next: try it out and write your first report.`,
  tasks: msg`Next: do the tasks, then submit them.`,
  results_returned: msg`The developer sent your results back.`,
  results_submitted: msg`Your results are with the developer.`,
  results_accepted: msg`Your results were accepted. Found more? Write a report.`,
  new: msg`Next: read the instructions and open the build.`,
};
