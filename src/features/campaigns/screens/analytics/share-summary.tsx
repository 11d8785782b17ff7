import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import { useCallForm } from "#features/organizations/use-call-form.ts";
import type { Labels } from "#i18n/labels.ts";
import { now } from "#lib/clock.ts";
import { useStatus } from "#state/status.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { createSummaryLink, listCampaignLinks } from "#sync/schema/campaign-functions.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FormField } from "#ui/form/form.tsx";
import { Select } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { CampaignLinks } from "../../widgets/campaign-links.tsx";
import { LinkForm } from "../../widgets/link-form.tsx";

const lasts = v.picklist(["30", "90", "open"]);
const lastsLabel: Labels<v.InferOutput<typeof lasts>> = {
  30: msg`30 days`,
  90: msg`90 days`,
  open: msg`Until you withdraw it`,
};

const inDays = (days: number) => new Date(now() + days * 86_400_000).toISOString();

export function ShareSummary({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [token, setToken] = useState<string | null>(null);
  const request = { campaign_id: campaign.id, kind: "summary", limit: 100 };
  const links = useRemoteList(listCampaignLinks, request, { about: ["campaigns", campaign.id] });
  const [request_id, setRequestId] = useState(() => crypto.randomUUID());
  const form = useCallForm({
    schema: v.object({ lasts }),
    defaults: { lasts: "30" as const },
    call: async (transport, values) => {
      const expires_at = values.lasts === "open" ? null : inDays(Number(values.lasts));
      const made = await transport.rpc(createSummaryLink, { campaign: campaign.id, expires_at, request_id });
      if (made.ok) {
        setToken(made.value.token);
        setRequestId(crypto.randomUUID());
      }
      return made;
    },
    onDone: links.reload,
  });
  return (
    <Dialog open onClose={onClose} title={<Trans>Share summary</Trans>}>
      <div className="flex flex-col gap-5">
        <p className="text-muted text-sm">
          <Trans>
            Anyone with the link can read the cost, the titles of the most severe approved reports, the builds that fix
            them, the worst steps of your tasks, and the figures, without an account. It has no names or addresses of
            testers and no attachments. Titles are shown as testers wrote them: check that none of them names a person.
          </Trans>
        </p>
        {!online && (
          <Notice title={<Trans>You are offline</Trans>}>
            <Trans>Links can be created and withdrawn when you have a connection.</Trans>
          </Notice>
        )}
        <LinkForm form={form} path={token && `/summary#${token}`} onAnother={() => setToken(null)}>
          <FormField form={form} name="lasts" label={<Trans>How long it works</Trans>}>
            {(field) => (
              <Select options={lasts.options.map((value) => ({ value, label: t(lastsLabel[value]) }))} {...field} />
            )}
          </FormField>
        </LinkForm>
        <CampaignLinks links={links} of="summary" />
      </div>
    </Dialog>
  );
}
