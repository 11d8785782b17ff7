import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, ListPlus, Send } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useServerCall } from "#features/common/use-server-call.ts";
import { CallFailed } from "#features/organizations/widgets/call-failed.tsx";
import { type WaveRecipients, wavesAdd } from "#sync/mutations/waves.ts";
import { ADDRESSES_AT_ONCE } from "#sync/schema/campaign-functions.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { hasUnfinished, type Waves } from "#sync/schema/wave-functions.ts";
import type { CallFailure, Result } from "#sync/transport/result.ts";
import type { Transport } from "#sync/transport/rpc.ts";
import { Button } from "#ui/button.tsx";
import { RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { Field } from "#ui/field.tsx";
import { showToast } from "#ui/toast.tsx";
import { inviteFailure } from "../../invitation-labels.ts";
import { wavesFailure, wavesProblem } from "../../wave-labels.ts";
import { WaveForm } from "./wave-form.tsx";

/** What each way to invite needs. */
export interface InvitingProps {
  campaign: Campaign;
  waves: Waves | null;
  online: boolean;
}

interface SendInvitationsProps extends InvitingProps {
  recipients: WaveRecipients;
  count: number;
  preview: ReactNode;
  sendAll: (transport: Transport) => Promise<Result<{ invited: number }, CallFailure>>;
  sent: string;
  onBack: () => void;
  onSent: () => void;
}

export function SendInvitations(props: SendInvitationsProps) {
  const { campaign, recipients, count, preview, waves, online, onBack, onSent } = props;
  const { t } = useLingui();
  const isLong = count > ADDRESSES_AT_ONCE;
  const [way, setWay] = useState<"once" | "waves">(isLong ? "waves" : "once");
  const { pending, failure, run } = useServerCall();
  const running = hasUnfinished(waves) ? waves : null;

  const send = async () => {
    const done = await run(props.sendAll);
    if (!done.ok) return;
    showToast({
      title: t({ message: `Invitations sent: ${done.value.invited}` }),
      description: props.sent,
    });
    onSent();
  };
  const add = async (plan: Waves) => {
    const done = await run((transport) => wavesAdd(transport, plan.id, recipients));
    if (!done.ok) return;
    showToast({ title: t({ message: `Waiting for their invitation: ${done.value.waiting}` }) });
    onSent();
  };
  const onStarted = ({ invited, problem }: Waves) => {
    showToast({
      title: t`The waves have started`,
      description: problem === "" ? t({ message: `Invitations sent: ${invited}` }) : t(wavesProblem(problem)),
    });
    onSent();
  };

  const back = (
    <Button icon={ArrowLeft} onClick={onBack}>
      <Trans>Back to the list</Trans>
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <CallFailed failure={failure} textOf={way === "waves" ? wavesFailure : inviteFailure} />
      {preview}
      {count > 0 && (
        <Field label={<Trans>When to send</Trans>} group>
          <RadioGroup
            name="way"
            layout="cards"
            value={way}
            onChange={setWay}
            options={[
              ...(isLong
                ? []
                : [
                    {
                      value: "once" as const,
                      label: <Trans>All at once</Trans>,
                      help: <Trans>All invitations are sent now.</Trans>,
                    },
                  ]),
              {
                value: "waves" as const,
                label: running ? <Trans>In the waves that have started</Trans> : <Trans>In waves</Trans>,
                help: running ? (
                  <Trans>They are invited after those who are waiting: {running.waiting}.</Trans>
                ) : isLong ? (
                  <Trans>More than 500 people are invited in waves, until enough testers take part.</Trans>
                ) : (
                  <Trans>A few at a time, until enough testers take part.</Trans>
                ),
              },
            ]}
          />
        </Field>
      )}
      {way === "waves" && !running && count > 0 ? (
        <WaveForm {...{ campaign, recipients, count, online }} onStarted={onStarted} back={back} />
      ) : (
        <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
          {back}
          {count > 0 && way === "once" && (
            <Button variant="primary" icon={Send} disabled={!online} pending={pending} onClick={() => void send()}>
              <Plural value={count} one="Send # invitation" other="Send # invitations" />
            </Button>
          )}
          {count > 0 && way === "waves" && running && (
            <Button
              variant="primary"
              icon={ListPlus}
              disabled={!online}
              pending={pending}
              onClick={() => void add(running)}
            >
              <Plural value={count} one="Add # person" other="Add # people" />
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
