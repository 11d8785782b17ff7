// Inviting by e-mail: addresses that were typed or come from a CSV file. What is wrong is shown
// first; nothing is sent until that was confirmed.
import { Trans, useLingui } from "@lingui/react/macro";
import { FileSpreadsheet, ListChecks } from "lucide-react";
import { useRef, useState } from "react";
import { testersCheck, testersInvite } from "../../../../../sync/mutations/campaign-invitations.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { Waves } from "../../../../../sync/schema/wave-functions.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { HiddenFileInput } from "../../../../ui/hidden-file-input.tsx";
import { TextArea } from "../../../../ui/inputs.tsx";
import { useTextDraft } from "../../../../ui/use-text-draft.ts";
import { useServerCall } from "../../../organizations/use-server-call.ts";
import { CallFailed } from "../../../organizations/widgets/call-failed.tsx";
import { invitable, type ListedAddress, readAddresses, withAnswer } from "../../address-list.ts";
import { inviteFailure } from "../../invitation-labels.ts";
import { AddressPreview } from "./address-preview.tsx";
import { SendInvitations } from "./send-invitations.tsx";

interface InviteAddressesProps {
  way: "email" | "csv";
  campaign: Campaign;
  /** The campaign's latest plan of waves. */
  waves: Waves | null;
  online: boolean;
  onInvited: () => void;
}

/** A list of 5,000 addresses has a third of it. */
const MOST_BYTES = 1_000_000;

export function InviteAddresses({ way, campaign, waves, online, onInvited }: InviteAddressesProps) {
  const { t } = useLingui();
  const draft = useTextDraft(`invite-testers:${way}:${campaign.id}`);
  const [list, setList] = useState<readonly ListedAddress[] | null>(null);
  const [error, setError] = useState<string>();
  const { pending, failure, run } = useServerCall();

  const check = async () => {
    const read = await readAddresses(draft.text);
    const addresses = invitable(read);
    if (read.length === 0) return setError(t`Enter at least one email address`);
    if (addresses.length === 0) return setList(read);
    const done = await run((transport) => testersCheck(transport, campaign.id, addresses));
    if (done.ok) setList(withAnswer(read, done.value));
  };
  if (list) {
    const addresses = invitable(list);
    return (
      <SendInvitations
        campaign={campaign}
        recipients={addresses}
        count={addresses.length}
        preview={<AddressPreview list={list} />}
        sendAll={(transport) => testersInvite(transport, campaign.id, addresses)}
        sent={t`The links in the messages work for 7 days.`}
        waves={waves}
        online={online}
        onBack={() => setList(null)}
        onSent={() => {
          draft.forget();
          onInvited();
        }}
      />
    );
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble through portals.
        event.stopPropagation();
        void check();
      }}
    >
      <CallFailed failure={failure} textOf={inviteFailure} />
      {way === "csv" && <CsvFile onText={draft.change} onError={setError} />}
      <Field
        label={way === "csv" ? <Trans>Rows of the file</Trans> : <Trans>Email addresses</Trans>}
        help={
          way === "csv" ? (
            <Trans>Choose a file or paste its rows. The addresses can be in any column. At most 5,000.</Trans>
          ) : (
            <Trans>One or more, separated by commas or on lines of their own. At most 5,000.</Trans>
          )
        }
        error={error}
      >
        <TextArea
          rows={5}
          value={draft.text}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => {
            setError(undefined);
            draft.change(event.target.value);
          }}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        icon={ListChecks}
        disabled={!online}
        pending={pending}
        className="md:self-end"
      >
        <Trans>Check addresses</Trans>
      </Button>
    </form>
  );
}

function CsvFile({
  onText,
  onError,
}: {
  onText: (text: string) => void;
  onError: (error: string | undefined) => void;
}) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File) => {
    if (file.size > MOST_BYTES) return onError(t`This file is too large. A list can have 5,000 addresses.`);
    onError(undefined);
    onText(await file.text());
  };
  return (
    <div>
      <Button icon={FileSpreadsheet} onClick={() => input.current?.click()}>
        <Trans>Choose a CSV file</Trans>
      </Button>
      <HiddenFileInput
        ref={input}
        label={t`CSV file`}
        accept=".csv,.txt,text/csv,text/plain"
        onFile={(file) => void take(file)}
      />
    </div>
  );
}
