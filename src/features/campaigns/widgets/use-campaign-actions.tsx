// Developer actions on a campaign: publish, complete, archive, delete. Shared by cards and the
// campaign page, with confirmations and toasts.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useCan } from "#state/organization.ts";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { useSite } from "#state/site-settings.ts";
import { useStatus } from "#state/status.ts";
import { type Result, useMutation } from "#state/store.ts";
import {
  campaignArchive,
  campaignComplete,
  campaignDelete,
  campaignDuplicate,
  campaignHasBuild,
  campaignPublish,
} from "#sync/mutations/campaigns.ts";
import { profileById } from "#sync/queries/profile.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { canMove } from "#sync/schema/transitions.ts";
import { showToast } from "#ui/toast.tsx";
import { publishedHelp } from "../../common/campaign-labels.ts";
import { useToday } from "../../common/campaign-rules.ts";
import { failureText, rejectionText } from "../../sync/failures.ts";
import { type Question, Questions } from "./confirm-questions.tsx";
import { SaveTemplate } from "./save-template.tsx";

export interface CampaignActions {
  publish: () => void;
  duplicate: () => void;
  saveAsTemplate: () => void;
  ask: (question: Question) => void;
  manages: boolean;
  restore: () => void;
  can: { publish: boolean; complete: boolean; archive: boolean; restore: boolean; remove: boolean };
  /** Why Publish is disabled, or null. */
  whyNotPublish: MessageDescriptor | null;
  /** Render it anywhere in the screen. */
  dialog: ReactNode;
}

export function useCampaignActions(campaign: Campaign, onDeleted?: () => void): CampaignActions {
  const { t } = useLingui();
  const online = useStatus("online");
  const today = useToday();
  const manages = useCan("manage", campaign.org_id);
  const { mostTesters } = useSite();
  const profile = useQueryOr(profileById(usePerson().id), null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [saving, setSaving] = useState(false);
  const hasBuild = useMutation(campaignHasBuild);
  const publish = useMutation(campaignPublish);
  const complete = useMutation(campaignComplete);
  const archive = useMutation(campaignArchive);
  const remove = useMutation(campaignDelete);
  const copy = useMutation(campaignDuplicate);
  const navigate = useNavigate();
  const { id, status, title } = campaign;

  const showResult = (done: Result<unknown>, success: string, description?: string): boolean => {
    // Also replaces “Publish now”, which is wrong after any change of the status.
    if (done.ok)
      showToast({ subject: `campaign:${campaign.id}`, title: success, ...(description ? { description } : {}) });
    else showToast({ tone: "danger", title: t(failureText(done.error)) });
    return done.ok;
  };
  const publishNow = async () => {
    const description = online
      ? t(publishedHelp[campaign.visibility])
      : t`It will be published as soon as this device is online.`;
    showResult(await publish(id, today), t`Campaign published`, description);
  };
  const askOrPublish = async () => {
    const found = await hasBuild(id);
    if (found.ok && !found.value) setQuestion("publish");
    else await publishNow();
  };
  const answer = async (asked: Question) => {
    setQuestion(null);
    if (asked === "publish") await publishNow();
    else if (asked === "complete") showResult(await complete(id), t`Campaign completed`);
    else if (asked === "archive") showResult(await archive(id), t`Campaign archived`);
    else if (showResult(await remove(id), t`Draft deleted`)) onDeleted?.();
  };
  const restore = async () => showResult(await complete(id), t`Campaign restored`);
  const duplicate = async () => {
    const made = await copy(id, t`${title} (copy)`, today, mostTesters);
    if (!showResult(made, t`Draft created from “${title}”`, t`Check the dates before you publish it.`) || !made.ok)
      return;
    const params = { campaignId: made.value.id };
    await navigate({ to: "/developer/campaigns/$campaignId", params, search: { tab: "edit" } });
  };
  const may = (to: string) => manages && canMove("campaign", status, to, "developer");
  return {
    publish: () => void askOrPublish(),
    duplicate: () => void duplicate(),
    saveAsTemplate: () => setSaving(true),
    ask: setQuestion,
    restore: () => void restore(),
    manages,
    can: {
      publish: may("active"),
      complete: status === "active" && may("completed"),
      archive: may("archived"),
      restore: status === "archived" && may("completed"),
      remove: manages && status === "draft",
    },
    whyNotPublish: whyNotPublish(campaign, profile?.status ?? "active", today),
    dialog: (
      <>
        <Questions
          campaign={campaign}
          question={question}
          onClose={() => setQuestion(null)}
          onConfirm={(asked) => void answer(asked)}
        />
        {saving && <SaveTemplate campaign={campaign} onClose={() => setSaving(false)} />}
      </>
    ),
  };
}

function whyNotPublish(campaign: Campaign, account: string, today: string): MessageDescriptor | null {
  if (account !== "active") return rejectionText(account);
  if (campaign.end_date < today) return msg`The end date has passed. Edit the campaign and set a later one.`;
  return null;
}
