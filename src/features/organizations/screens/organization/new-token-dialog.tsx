import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import { lazyMessage } from "#i18n/i18n.ts";
import { oneLine } from "#sync/inputs/single-line.ts";
import { createApiToken, type NewApiToken, TOKEN_NAME_MAX } from "#sync/schema/api-token-functions.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormField } from "#ui/form/form.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Select, TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { tokenFailure } from "../../labels.ts";
import { useCallForm } from "../../use-call-form.ts";
import { CallDialog } from "../../widgets/call-dialog.tsx";

interface NewTokenDialogProps {
  orgId: string;
  onClose: () => void;
  onMade: () => void;
}

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.transform(oneLine),
    v.nonEmpty(lazyMessage(msg`Please enter a name`)),
    v.maxCodePoints(TOKEN_NAME_MAX),
  ),
  days: v.picklist(["30", "90", "180", "365"]),
});

export function NewTokenDialog({ orgId, onClose, onMade }: NewTokenDialogProps) {
  const { t } = useLingui();
  const [made, setMade] = useState<NewApiToken | null>(null);
  const [request_id] = useState(() => crypto.randomUUID());
  const form = useCallForm({
    schema,
    defaults: { name: "", days: "90" },
    call: async (transport, { name, days }) => {
      const done = await transport.rpc(createApiToken, { org_id: orgId, name, days: Number(days), request_id });
      if (done.ok) setMade(done.value);
      return done;
    },
    onDone: onMade,
  });
  if (made) return <ShownToken made={made} onClose={onClose} />;
  const options = [
    { value: "30", label: t`30 days` },
    { value: "90", label: t`90 days` },
    { value: "180", label: t`180 days` },
    { value: "365", label: t`One year` },
  ];
  return (
    <CallDialog
      form={form}
      textOf={tokenFailure}
      onClose={onClose}
      title={<Trans>New API token</Trans>}
      submitLabel={<Trans>Create token</Trans>}
    >
      <p className="text-muted text-sm">
        <Trans>
          It uploads and publishes builds in your name. It stops working when you leave the organization or can no
          longer manage its apps.
        </Trans>
      </p>
      <FormField form={form} name="name" label={t`Name`} help={t`Where you use it, such as “GitHub Actions”`}>
        {(field) => <TextInput maxLength={TOKEN_NAME_MAX} autoComplete="off" {...field} />}
      </FormField>
      <FormField form={form} name="days" label={t`Expires after`}>
        {(field) => <Select options={options} {...field} />}
      </FormField>
    </CallDialog>
  );
}

function ShownToken({ made: { token, expires_at }, onClose }: { made: NewApiToken; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={<Trans>Your token</Trans>}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <Notice tone="positive" live title={<Trans>Copy it now: it is shown only this once.</Trans>}>
        <Trans>
          It works until <DateText value={expires_at} absolute />. Store it as a secret of your CI, never in the code.
        </Trans>
      </Notice>
      <div className="mt-4 flex items-center gap-3 rounded-lg bg-sunken px-4 py-3">
        <code className="min-w-0 flex-1 select-all break-all font-mono">{token}</code>
        <CopyButton text={token} copied={t`Token copied`} />
      </div>
    </Dialog>
  );
}
