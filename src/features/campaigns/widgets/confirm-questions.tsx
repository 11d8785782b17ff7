import { Trans } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { TextLink } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";

export type Question = "publish" | "complete" | "archive" | "delete";

interface QuestionsProps {
  campaign: Campaign;
  question: Question | null;
  onClose: () => void;
  onConfirm: (question: Question) => void;
}

export function Questions({ campaign, question, onClose, onConfirm }: QuestionsProps) {
  const { title } = campaign;
  const shared = (one: Question) => ({ open: question === one, onClose, onConfirm: () => onConfirm(one) });
  return (
    <>
      <ConfirmDialog
        {...shared("publish")}
        tone="primary"
        title={<Trans>Publish “{title}” without a build?</Trans>}
        confirmLabel={<Trans>Publish without a build</Trans>}
      >
        <Trans>
          Accepted testers find nothing to install.{" "}
          <TextLink to="/developer/campaigns/$campaignId" params={{ campaignId: campaign.id }} search={{ tab: "edit" }}>
            Choose a build
          </TextLink>{" "}
          first, or add one after publishing.
        </Trans>
      </ConfirmDialog>
      <ConfirmDialog
        {...shared("complete")}
        tone="primary"
        title={<Trans>Complete “{title}”?</Trans>}
        confirmLabel={<Trans>Complete campaign</Trans>}
      >
        <Trans>
          Testers can no longer apply, and can send reports for one more week at most. You can still answer the reports
          you have. A completed campaign cannot be reopened.
        </Trans>
      </ConfirmDialog>
      <ConfirmDialog
        {...shared("archive")}
        tone="primary"
        title={<Trans>Archive “{title}”?</Trans>}
        confirmLabel={<Trans>Archive campaign</Trans>}
      >
        <Trans>It moves to the end of your list and can still be read. You can restore it at any time.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        {...shared("delete")}
        title={<Trans>Delete the draft “{title}”?</Trans>}
        confirmLabel={<Trans>Delete draft</Trans>}
      >
        <Trans>Its texts, questions and instructions are deleted from all your devices. This cannot be undone.</Trans>
      </ConfirmDialog>
    </>
  );
}
