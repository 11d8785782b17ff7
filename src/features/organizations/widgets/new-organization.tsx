import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import { useSwitchOnArrival } from "#state/organization.ts";
import { useStatus } from "#state/status.ts";
import { createOrganization } from "#sync/schema/organization-functions.ts";
import { FormField } from "#ui/form/form.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";
import { displayName } from "../../account/name-schema.ts";
import { useCallForm } from "../use-call-form.ts";
import { CallDialog } from "./call-dialog.tsx";

const schema = v.object({ name: displayName });

interface NewOrganizationProps {
  onClose: () => void;
  onMade: () => void;
}

export function NewOrganization({ onClose, onMade }: NewOrganizationProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  // One id per dialog makes a retry idempotent.
  const [id] = useState(() => crypto.randomUUID());
  const [made, setMade] = useState(false);
  const switchTo = useSwitchOnArrival(onMade);
  const form = useCallForm({
    schema,
    defaults: { name: "" },
    draft: { key: "organization-new" },
    call: (transport, { name }) => transport.rpc(createOrganization, { id, name }),
    onDone: ({ name }) => {
      setMade(true);
      showToast({ title: t`${name} has been created` });
      switchTo(id);
    },
  });
  return (
    <CallDialog
      form={form}
      onClose={onClose}
      title={<Trans>New organization</Trans>}
      submitLabel={<Trans>Create organization</Trans>}
      pending={made}
    >
      {!online && (
        <Notice>
          <Trans>You are offline. Connect to create an organization.</Trans>
        </Notice>
      )}
      <FormField
        form={form}
        name="name"
        label={t`Name`}
        help={t`Testers see it as the developer of your apps and campaigns. You can change it later.`}
      >
        {(field) => <TextInput autoComplete="organization" maxLength={120} {...field} />}
      </FormField>
    </CallDialog>
  );
}
