// Adding an authenticator app: a name, the picture to scan (or the key to type), and the first
// code, which proves that it works. After the first app come the recovery codes.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import type { Enrolment } from "../../../../../sync/auth/second-factor.ts";
import { lazyMessage } from "../../../../i18n/i18n.ts";
import { loadSync } from "../../../../state/sync.ts";
import { Button } from "../../../../ui/button.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { Form, FormField } from "../../../../ui/form/form.tsx";
import { useForm } from "../../../../ui/form/use-form.ts";
import { TextInput } from "../../../../ui/inputs.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { useToast } from "../../../../ui/toast.tsx";
import { FormFailure } from "../../../sync/widgets/form-end.tsx";
import { factorCodeInput } from "../../totp-schema.ts";
import { useCodeForm } from "../../use-code-form.ts";
import { NewCodes, useNewCodes } from "./recovery-codes.tsx";

interface SecurityEnrolProps {
  open: boolean;
  /** Names that are in use. */
  taken: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

export function SecurityEnrol({ open, taken, onClose, onDone }: SecurityEnrolProps) {
  const { t } = useLingui();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const { made, make, forget } = useNewCodes();
  const first = taken.length === 0;
  const close = (): void => {
    setEnrolment(null);
    forget();
    onClose();
  };
  const added = (): void => {
    onDone();
    if (first) void make();
    else close();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={made.kind === "none" ? t`Add an authenticator app` : t`Your recovery codes`}
    >
      {made.kind !== "none" ? (
        <NewCodes made={made} onRetry={() => void make()} onDone={close} />
      ) : enrolment ? (
        <FirstCode enrolment={enrolment} onDone={added} />
      ) : (
        <Name taken={taken} onEnrolled={setEnrolment} />
      )}
    </Dialog>
  );
}

const notAdded = { className: "mb-4", title: <Trans>The app was not added</Trans> };

const newName = (taken: readonly string[]) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(lazyMessage(msg`Give it a name so that you can recognise it later.`)),
    v.maxLength(60),
    v.check((name) => !taken.includes(name), lazyMessage(msg`You already have an authenticator app with this name.`)),
  );

function Name({ taken, onEnrolled }: { taken: readonly string[]; onEnrolled: (made: Enrolment) => void }) {
  const { t } = useLingui();
  const form = useForm({
    schema: v.object({ name: newName(taken) }),
    defaults: { name: taken.length === 0 ? t`My phone` : "" },
    onSubmit: async ({ name }) => {
      const sync = await loadSync();
      const made = await sync.enrolSecondFactor(name);
      if (!made.ok) return made;
      onEnrolled(made.value);
      return undefined;
    },
  });
  return (
    <>
      <FormFailure form={form} {...notAdded} />
      <Form form={form}>
        <FormField form={form} name="name" label={t`Name`} help={t`The device your app is on`}>
          {(field) => <TextInput maxLength={60} {...field} />}
        </FormField>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting} className="sm:self-end">
          <Trans>Continue</Trans>
        </Button>
      </Form>
    </>
  );
}

function FirstCode({ enrolment, onDone }: { enrolment: Enrolment; onDone: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const form = useCodeForm(async (sync, code) => {
    const done = await sync.confirmSecondFactor(enrolment.id, code);
    if (!done.ok) return done;
    toast({ title: t`Two-step verification is on`, description: t`All your other devices have been logged out.` });
    // An admin's rights may have waited for this.
    void sync.syncNow();
    onDone();
    return undefined;
  });
  return (
    <>
      <FormFailure form={form} {...notAdded} />
      <div className="mb-5 flex flex-col gap-5 sm:flex-row">
        <img
          src={enrolment.picture}
          alt={t`QR code for your authenticator app`}
          className="size-48 shrink-0 self-center rounded-md bg-white p-1"
        />
        <div className="flex min-w-0 flex-col gap-3 text-sm">
          <p>
            <Trans>
              Scan the QR code with your app. If the app is on this phone, open it with the link or type in the key.
            </Trans>
          </p>
          <div className="flex items-center gap-2 rounded-md bg-sunken p-2">
            <p className="min-w-0 flex-1 select-all break-all font-mono">{enrolment.secret}</p>
            <CopyButton text={enrolment.secret} copied={t`The key has been copied`} />
          </div>
          <p>
            <a href={enrolment.link} className="tap inline-flex items-center font-semibold text-accent underline">
              <Trans>Open in an authenticator app</Trans>
            </a>
          </p>
        </div>
      </div>
      <Notice tone="info" className="mb-5" title={<Trans>If you lose your phone</Trans>}>
        <Trans>
          The next step gives you recovery codes, which let you in without it. You can also write this key down: it lets
          any app show your codes again.
        </Trans>
      </Notice>
      <Form form={form}>
        <FormField form={form} name="code" label={t`Code`} help={t`The six digits your app shows now`}>
          {(field) => <TextInput {...factorCodeInput} {...field} />}
        </FormField>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting} className="sm:self-end">
          <Trans>Verify and turn on</Trans>
        </Button>
      </Form>
    </>
  );
}
