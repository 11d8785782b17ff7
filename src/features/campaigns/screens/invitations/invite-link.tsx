// A link that lets in whoever has it: with a cap and an expiry, shown once.
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link2 } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { campaignLinkCreate } from "../../../../../sync/mutations/campaign-invitations.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { CallFailure } from "../../../../../sync/transport/result.ts";
import { lazyMessage } from "../../../../i18n/i18n.ts";
import { Button } from "../../../../ui/button.tsx";
import { Form, FormControl, FormField } from "../../../../ui/form/form.tsx";
import { DateInput } from "../../../../ui/inputs.tsx";
import { NumberInput } from "../../../../ui/number-input.tsx";
import { useCallForm } from "../../../organizations/use-call-form.ts";
import { CallFailed } from "../../../organizations/widgets/call-failed.tsx";
import { inviteFailure } from "../../invitation-labels.ts";
import { useToday } from "../../rules.ts";
import { NewLink } from "../../widgets/new-link.tsx";

interface InviteLinkProps {
  campaign: Campaign;
  online: boolean;
  onMade: () => void;
}

const number = lazyMessage(msg`Enter a whole number from 1 to 10,000`);
const schemaFrom = (today: string) =>
  v.object({
    most: v.nullable(v.pipe(v.number(number), v.integer(number), v.minValue(1, number), v.maxValue(10_000, number))),
    until: v.pipe(
      v.string(),
      v.check((day) => day === "" || day >= today, lazyMessage(msg`This day is over`)),
    ),
  });

/** The end of a calendar day, here. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString();

export function InviteLink({ campaign, online, onMade }: InviteLinkProps) {
  const today = useToday();
  const [token, setToken] = useState<string | null>(null);
  const form = useCallForm({
    schema: schemaFrom(today),
    defaults: { most: null as number | null, until: "" },
    call: async (transport, { most, until }) => {
      const limits = { max_uses: most, expires_at: until === "" ? null : endOf(until) };
      const made = await campaignLinkCreate(transport, campaign.id, limits);
      if (made.ok) setToken(made.value.token);
      return made;
    },
    onDone: onMade,
  });
  if (token) return <NewLink path={`/join#${token}`} onAnother={() => setToken(null)} />;
  return (
    <Form form={form}>
      <CallFailed failure={form.failure as CallFailure | null} textOf={inviteFailure} />
      <p className="text-muted text-sm">
        <Trans>Any tester who has the link can open this campaign and apply.</Trans>
      </p>
      <FormControl form={form} name="most" label={<Trans>How many testers can use it</Trans>} optional>
        {(field) => <NumberInput min={1} max={10_000} step={1} {...field} />}
      </FormControl>
      <FormField form={form} name="until" label={<Trans>Last day</Trans>} optional>
        {(field) => <DateInput min={today} {...field} />}
      </FormField>
      <Button
        type="submit"
        variant="primary"
        icon={Link2}
        disabled={!online}
        pending={form.formState.isSubmitting}
        className="md:self-end"
      >
        <Trans>Create link</Trans>
      </Button>
    </Form>
  );
}
