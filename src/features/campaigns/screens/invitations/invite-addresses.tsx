// Invites typed addresses or a CSV file. Shows problems first and sends after confirmation.

import { Trans, useLingui } from "@lingui/react/macro";
import { FileSpreadsheet, ListChecks } from "lucide-react";
import { useRef, useState } from "react";
import { CallFailed } from "#features/organizations/widgets/call-failed.tsx";
import { decodeText } from "#lib/decode-text.ts";
import { inviteTesters } from "#sync/schema/campaign-functions.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { HiddenFileInput } from "#ui/hidden-file-input.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { useTextDraft } from "#ui/use-text-draft.ts";
import { inviteFailure } from "../../invitation-labels.ts";
import { type ColumnChoice, draftOf, invitable, readTesterList } from "../../tester-list.ts";
import { AddressList } from "./address-list.tsx";
import { type InvitingProps, SendInvitations } from "./send-invitations.tsx";
import { useCheckedList } from "./use-checked-list.ts";

interface InviteAddressesProps extends InvitingProps {
  way: "email" | "csv";
  onInvited: () => void;
}

/** Three times the size of a full export of 10,000 contacts. */
const MOST_BYTES = 10_000_000;
/** Characters. Longer texts are stored as entries only, to fit into a draft. */
const MOST_KEPT = 300_000;

export function InviteAddresses({ way, campaign, waves, online, onInvited }: InviteAddressesProps) {
  const { t } = useLingui();
  const draft = useTextDraft(`invite-testers:${way}:${campaign.id}`);
  const [error, setError] = useState<string>();
  const { list, close, pending, failure, ...checked } = useCheckedList(campaign.id, draft.change);

  const check = async (column?: ColumnChoice) => {
    if ((await checked.check(draft.text, column)) === "empty") setError(t`Enter at least one email address`);
  };
  if (list) {
    const addresses = invitable(list.entries);
    return (
      <SendInvitations
        {...{ campaign, waves, online }}
        recipients={addresses}
        count={addresses.length}
        preview={
          <>
            <CallFailed failure={failure} textOf={inviteFailure} />
            <AddressList
              list={list}
              onCorrect={(id, text) => void checked.correct(id, text)}
              onRemove={checked.remove}
              onColumn={(column) => void check(column)}
            />
          </>
        }
        sendAll={(transport) => transport.rpc(inviteTesters, { campaign: campaign.id, addresses, send: true })}
        sent={t`The links in the messages work for 7 days.`}
        onBack={close}
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
            <Trans>One or more, separated by commas or line breaks. At most 5,000.</Trans>
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
    let bytes: ArrayBuffer;
    try {
      bytes = await file.arrayBuffer();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return onError(t`The file could not be read. Choose it again.`);
    }
    const decoded = decodeText(new Uint8Array(bytes));
    if (!decoded.ok)
      return onError(
        decoded.problem === "spreadsheet"
          ? t`This is a spreadsheet file, save it as CSV`
          : t`This is not a text file. Choose a CSV file.`,
      );
    onError(decoded.text.trim() === "" ? t`The file is empty.` : undefined);
    onText(decoded.text.length > MOST_KEPT ? draftOf((await readTesterList(decoded.text)).entries) : decoded.text);
  };
  return (
    <div>
      <Button icon={FileSpreadsheet} onClick={() => input.current?.click()}>
        <Trans>Choose a CSV file</Trans>
      </Button>
      <HiddenFileInput
        ref={input}
        label={t`CSV file`}
        accept=".csv,.tsv,.tab,.txt,.vcf,text/csv,text/tab-separated-values,text/plain,text/vcard,text/x-vcard"
        onFile={(file) => void take(file)}
      />
    </div>
  );
}
