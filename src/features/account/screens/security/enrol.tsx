// Adds an authenticator app: name, QR code or key, and a first code as proof. The first app is
// followed by recovery codes.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as v from "valibot";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import { loadSync } from "#state/sync.ts";
import type { Enrolment } from "#sync/auth/second-factor.ts";
import { oneLine } from "#sync/inputs/single-line.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";
import { factorCodeInput } from "../../totp-schema.ts";
import { useCodeForm } from "../../use-code-form.ts";
import { IdentityForm, type Outcome } from "./identity-form.tsx";
import { NewCodes, useNewCodes } from "./recovery-codes.tsx";

interface SecurityEnrolProps {
  open: boolean;
  taken: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

export function SecurityEnrol({ open, taken, onClose, onDone }: SecurityEnrolProps) {
  const { t } = useLingui();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  /** The name of the app while the person has to prove their identity. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const { made, make, forget } = useNewCodes();
  const first = taken.length === 0;
  const close = (): void => {
    setEnrolment(null);
    setWaiting(null);
    forget();
    onClose();
  };
  const enrol = async (name: string): Promise<Outcome> => {
    const begun = await (await loadSync()).enrolSecondFactor(name);
    if (begun.ok) {
      setWaiting(null);
      setEnrolment(begun.value);
    } else if (begun.error.type === "login_too_old" && waiting === null) setWaiting(name);
    else return begun;
    return undefined;
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
      ) : waiting === null ? (
        <Name taken={taken} onNamed={enrol} />
      ) : (
        <IdentityForm byCode={!first} onProven={() => enrol(waiting)} />
      )}
    </Dialog>
  );
}

const notAdded = { className: "mb-4", title: <Trans>The app was not added</Trans> };

const newName = (taken: readonly string[]) =>
  v.pipe(
    v.string(),
    v.transform(oneLine),
    v.nonEmpty(lazyMessage(msg`Give it a name so that you can recognise it later.`)),
    v.maxCodePoints(60),
    v.check((name) => !taken.includes(name), lazyMessage(msg`You already have an authenticator app with this name.`)),
  );

function Name({ taken, onNamed }: { taken: readonly string[]; onNamed: (name: string) => Promise<Outcome> }) {
  const { t } = useLingui();
  const form = useForm({
    schema: v.object({ name: newName(taken) }),
    defaults: { name: taken.length === 0 ? t`My phone` : "" },
    onSubmit: ({ name }) => onNamed(name),
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
  const form = useCodeForm(async (sync, code) => {
    const done = await sync.confirmSecondFactor(enrolment.id, code);
    if (!done.ok) return done;
    showToast({ title: t`Two-step verification is on`, description: t`All your other devices have been logged out.` });
    // An admin's rights may have depended on it.
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
