import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { profileById } from "#sync/queries/profile.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback, ReportInput } from "#sync/schema/feedback.ts";
import { afterStart } from "../../lib/after-start.ts";
import { useQueryOr } from "../../state/query.ts";
import { usePerson } from "../../state/session.ts";
import type { Store } from "../../state/store.ts";
import { showToast } from "../../ui/toast.tsx";
import { deviceChoices } from "../common/device.ts";
import { useMutationToast } from "../sync/use-mutation-toast.ts";

/** Loaded after the first render, because the dashboard needs only the button. */
const fetchCode = () => import("#sync/mutations/reports.ts");

/** @returns the draft, or null after a toast explained the failure */
export function useBeginReport() {
  const { t } = useLingui();
  const profile = useQueryOr(profileById(usePerson().id), null);
  const begin = useMutationToast(async (store: Store, ...what: [Application, string, Partial<ReportInput>?]) =>
    (await fetchCode()).reportBegin(store, ...what),
  );
  // A failure is retried on click.
  useEffect(() => afterStart(() => void fetchCode().catch(() => undefined)), []);
  return async (
    application: Application,
    campaign: Campaign | null,
    prefilled?: Partial<ReportInput>,
  ): Promise<Feedback | null> => {
    if (!(await fetchCode().catch(() => null))) {
      showToast({ tone: "danger", title: t`This could not be loaded. Try again when you are online.` });
      return null;
    }
    const [device = ""] = deviceChoices(profile, campaign, navigator.userAgent);
    const begun = await begin(application, device, prefilled);
    return begun.ok ? begun.value : null;
  };
}

export function useStartReport() {
  const navigate = useNavigate();
  const begin = useBeginReport();
  return async (application: Application, campaign: Campaign | null) => {
    const begun = await begin(application, campaign);
    if (!begun) return;
    await navigate({
      to: "/tester/tests/$campaignId/report/$feedbackId",
      params: { campaignId: application.campaign_id, feedbackId: begun.id },
    });
  };
}
