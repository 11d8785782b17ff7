// Attaches shared content to a report and opens it. Rejected files stay in the inbox with the
// reason.
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { firstCharacters } from "#sync/inputs/single-line.ts";
import { reportEdit } from "#sync/mutations/feedback.ts";
import { type Feedback, feedbackLimits } from "#sync/schema/feedback.ts";
import { useAttach } from "../../use-attach.ts";
import type { SharedProps } from "./use-shared.ts";

export function useAttachShared({ shared, drop }: SharedProps) {
  const navigate = useNavigate();
  const attach = useAttach();
  const edit = useMutationToast(reportEdit);
  const [busy, setBusy] = useState(false);

  const takeIn = async (report: Pick<Feedback, "id" | "campaign_id" | "details">) => {
    const taken: string[] = [];
    const attached = await attach(
      report.id,
      shared.files.map(({ file }) => file),
    );
    taken.push(...shared.files.filter((_, at) => attached[at]).map(({ key }) => key));
    if (shared.texts.length > 0) {
      const details = [report.details.trim(), ...shared.texts.map(({ text }) => text)].filter(Boolean).join("\n\n");
      const done = await edit(report.id, { details: firstCharacters(details, feedbackLimits.details.max) });
      if (done.ok) taken.push(...shared.texts.map(({ key }) => key));
    }
    await drop(taken);
    if (taken.length === 0) return;
    await navigate({
      to: "/tester/tests/$campaignId/report/$feedbackId",
      params: { campaignId: report.campaign_id, feedbackId: report.id },
      // Back must not return to the empty share page.
      replace: true,
    });
  };
  const start = async (report: Promise<Pick<Feedback, "id" | "campaign_id" | "details"> | null>) => {
    setBusy(true);
    try {
      const found = await report;
      if (found) await takeIn(found);
    } finally {
      setBusy(false);
    }
  };
  return { busy, start };
}
