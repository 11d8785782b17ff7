// Creates an invitation link with a maximum number of uses and an expiry date. The link is shown
// once.

import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import { useToday } from "#features/common/campaign-rules.ts";
import { useCallForm } from "#features/organizations/use-call-form.ts";
import { endOfDay } from "#i18n/format.ts";
import { lazyMessage } from "#i18n/i18n.ts";
import { createCampaignLink } from "#sync/schema/campaign-functions.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { fourDigitYear } from "#ui/day-schema.ts";
import { FormControl, FormField } from "#ui/form/form.tsx";
import { DateInput } from "#ui/inputs.tsx";
import { anyNumber, NumberInput } from "#ui/number-input.tsx";
import { LinkForm } from "../../widgets/link-form.tsx";

interface InviteLinkProps {
  campaign: Campaign;
  onMade: () => void;
}

const number = lazyMessage(msg`Enter a whole number from 1 to 10,000`);
const schemaFrom = (today: string) =>
  v.object({
    most: v.pipe(
      anyNumber,
      v.check((n) => n === null || (Number.isInteger(n) && n >= 1 && n <= 10_000), number),
    ),
    until: v.pipe(
      v.string(),
      fourDigitYear,
      v.check((day) => day === "" || day >= today, lazyMessage(msg`Choose today or a later date`)),
    ),
  });

export function InviteLink({ campaign, onMade }: InviteLinkProps) {
  const today = useToday();
  const [token, setToken] = useState<string | null>(null);
  const [request_id, setRequestId] = useState(() => crypto.randomUUID());
  const form = useCallForm({
    schema: schemaFrom(today),
    defaults: { most: null as number | null, until: "" },
    call: async (transport, { most, until }) => {
      const limits = { max_uses: most, expires_at: until === "" ? null : endOfDay(until), request_id };
      const made = await transport.rpc(createCampaignLink, { campaign: campaign.id, ...limits });
      if (made.ok) {
        setToken(made.value.token);
        setRequestId(crypto.randomUUID());
      }
      return made;
    },
    onDone: onMade,
  });
  return (
    <LinkForm form={form} path={token && `/join#${token}`} onAnother={() => setToken(null)}>
      <p className="text-muted text-sm">
        <Trans>Any tester with the link can open this campaign and apply.</Trans>
      </p>
      <FormControl form={form} name="most" label={<Trans>How many testers can use it</Trans>} optional>
        {(field) => <NumberInput {...field} />}
      </FormControl>
      <FormField form={form} name="until" label={<Trans>Last day</Trans>} optional>
        {(field) => <DateInput min={today} {...field} />}
      </FormField>
    </LinkForm>
  );
}
