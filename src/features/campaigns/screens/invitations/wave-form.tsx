import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Waves as WavesIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import { useCallForm } from "#features/organizations/use-call-form.ts";
import { CallFailed } from "#features/organizations/widgets/call-failed.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import { type WaveRecipients, wavesStart } from "#sync/mutations/waves.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { type Waves, waveLimits } from "#sync/schema/wave-functions.ts";
import type { CallFailure } from "#sync/transport/result.ts";
import { Button } from "#ui/button.tsx";
import { Form, FormControl } from "#ui/form/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { anyNumber, NumberInput } from "#ui/number-input.tsx";
import { wavesFailure } from "../../wave-labels.ts";
import { WaveSentence } from "./wave-sentence.tsx";

interface WaveFormProps {
  campaign: Campaign;
  recipients: WaveRecipients;
  count: number;
  online: boolean;
  onStarted: (plan: Waves) => void;
  /** The button that returns to the list. */
  back: ReactNode;
}

/** A whole number from 1 to `most`; an empty field is invalid. */
const whole = (most: number) => {
  const message = lazyMessage(msg`Enter a whole number from 1 to ${most}`);
  return v.pipe(
    anyNumber,
    v.check((n) => n !== null && Number.isInteger(n) && n >= 1 && n <= most, message),
    v.transform((n) => n ?? 0),
  );
};

export function WaveForm({ campaign, recipients, count, online, onStarted, back }: WaveFormProps) {
  const { t } = useLingui();
  const { waveSize, pauseHours } = waveLimits;
  // A retry after a lost response sends the same plan.
  const [id] = useState(() => crypto.randomUUID());
  const schema = v.object({
    wave_size: whole(waveSize.max),
    pause_hours: whole(pauseHours.max),
    target: whole(campaign.max_testers),
  });
  const form = useCallForm({
    schema,
    draft: { key: `invite-waves:${campaign.id}` },
    defaults: {
      wave_size: waveSize.usual as number | null,
      pause_hours: pauseHours.usual as number | null,
      target: campaign.max_testers as number | null,
    },
    call: async (transport, plan) => {
      const started = await wavesStart(transport, campaign.id, id, recipients, plan);
      if (started.ok) onStarted(started.value);
      return started;
    },
    onDone: () => undefined,
  });
  const plan = v.safeParse(schema, form.watch());
  return (
    <Form form={form}>
      <CallFailed failure={form.failure as CallFailure | null} textOf={wavesFailure} />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <FormControl form={form} name="wave_size" label={<Trans>Invitations per wave</Trans>}>
          {(field) => <NumberInput {...field} />}
        </FormControl>
        <FormControl form={form} name="pause_hours" label={<Trans>Pause between waves</Trans>}>
          {(field) => <NumberInput suffix={t`hours`} {...field} />}
        </FormControl>
        <FormControl form={form} name="target" label={<Trans>Testers wanted</Trans>}>
          {(field) => <NumberInput {...field} />}
        </FormControl>
      </div>
      {plan.success && (
        <Notice>
          <p className="font-semibold">
            <WaveSentence plan={plan.output} candidates={count} />
          </p>
          <Trans>
            Every wave has its full size, even while earlier invitations are still open. Testers take part once they are
            accepted.
          </Trans>
        </Notice>
      )}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        {back}
        <Button
          type="submit"
          variant="primary"
          icon={WavesIcon}
          disabled={!online}
          pending={form.formState.isSubmitting}
        >
          <Trans>Start waves</Trans>
        </Button>
      </div>
    </Form>
  );
}
