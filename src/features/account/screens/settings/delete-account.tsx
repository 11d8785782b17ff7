import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { useAnswer } from "#features/common/use-answer.ts";
import { failureText } from "#features/sync/failures.ts";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import { useStatus } from "#state/status.ts";
import { loadSync } from "#state/sync.ts";
import { type AccountDeletion, accountDeletion, type DeletionBlocker } from "#sync/schema/account-functions.ts";
import { ok } from "#sync/transport/result.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { invalid, useForm } from "#ui/form/use-form.ts";
import { Money } from "#ui/formatted-values.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { factorCode, factorCodeInput } from "../../totp-schema.ts";
import { countOnlyHere, type OnlyHere, useLogOut } from "../../use-log-out.ts";
import { SharedOnlyHere, TypedOnlyHere } from "../../widgets/log-out-button.tsx";
import { Part } from "./account-section.tsx";

export function DeleteAccount() {
  const { t } = useLingui();
  const online = useStatus("online");
  const [open, setOpen] = useState(false);
  return (
    <Part
      id="delete-account"
      title={<Trans>Delete account</Trans>}
      lead={<Trans>This is permanent. You need to be online, and you will be asked for your password.</Trans>}
    >
      <Button icon={Trash2} disabled={!online} opensDialog onClick={() => setOpen(true)}>
        <Trans>Delete my account</Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Delete your account?`} steady>
        <Question />
      </Dialog>
    </Part>
  );
}

function Question() {
  const { t } = useLingui();
  const { answer, reload } = useAnswer(async () => {
    const sync = await loadSync();
    const asked = await sync.transport.rpc(accountDeletion, {});
    const onlyHere = await countOnlyHere();
    return asked.ok ? ok({ deletion: asked.value, onlyHere }) : asked;
  });

  if (answer.kind === "loading") return <SkeletonList rows={2} />;
  if (answer.kind === "failed") return <ErrorState onRetry={reload}>{t(failureText(answer.failure))}</ErrorState>;
  const { deletion, onlyHere } = answer.value;
  if (deletion.blockers.length > 0) return <Blocked blockers={deletion.blockers} />;
  return (
    <>
      <Consequence unpaid={deletion.unpaid} onlyHere={onlyHere} />
      {deletion.has_password || deletion.fresh ? (
        <Proof deletion={deletion} onRejected={reload} />
      ) : (
        <Notice className="mt-4" title={<Trans>Log in again first</Trans>}>
          <Trans>
            You log in with Google or GitHub. Log out and back in, then delete your account within ten minutes.
          </Trans>
        </Notice>
      )}
    </>
  );
}

const reasons: { readonly [C in DeletionBlocker]: ReturnType<typeof msg> } = {
  last_owner: msg`You are the only owner of an organization with members. Make somebody else an owner first.`,
  running_campaigns: msg`You have running campaigns that no other member can manage. End them first.`,
  payout_requested: msg`You have requested a payout. Wait until it has been paid.`,
  last_admin: msg`You are the only admin. Make somebody else an admin first.`,
};

function Blocked({ blockers }: { blockers: AccountDeletion["blockers"] }) {
  const { t } = useLingui();
  return (
    <Notice tone="caution" title={<Trans>Your account cannot be deleted yet</Trans>}>
      <ul className="mt-1 flex list-disc flex-col gap-2 ps-5">
        {blockers.map(({ code, names }) => (
          <li key={code}>
            {t(reasons[code])}
            {names.length > 0 && <span className="block break-words font-semibold">{names.join(", ")}</span>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Consequence({ unpaid, onlyHere }: { unpaid: AccountDeletion["unpaid"]; onlyHere: OnlyHere }) {
  const { unsent, typed, shared } = onlyHere;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        <Trans>
          <strong>What is deleted:</strong> your login, name, email address, profile and picture, your drafts and your
          notifications. Open applications are withdrawn, and apps that no other member manages leave the App Store.
        </Trans>
      </p>
      <p>
        <Trans>
          <strong>What stays, without your name:</strong> reports and comments you have sent, and the record of rewards
          and payouts. Messages that others have already received are not changed.
        </Trans>
      </p>
      {unpaid.length > 0 && (
        <Notice tone="caution" title={<Trans>You give up rewards that you have not requested</Trans>}>
          <ul>
            {unpaid.map(({ currency, amount_cents }) => (
              <li key={currency}>
                <Money cents={amount_cents} currency={currency} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {unsent > 0 && (
        <Notice tone="caution">
          <Plural
            value={unsent}
            one="# change on this device has not reached the server and will be lost."
            other="# changes on this device have not reached the server and will be lost."
          />
        </Notice>
      )}
      {typed > 0 && (
        <Notice tone="caution">
          <TypedOnlyHere typed={typed} />
        </Notice>
      )}
      {shared > 0 && (
        <Notice tone="caution">
          <SharedOnlyHere onlyHere={onlyHere} />
        </Notice>
      )}
    </div>
  );
}

function Proof({ deletion, onRejected }: { deletion: AccountDeletion; onRejected: () => void }) {
  const { t } = useLingui();
  const logOut = useLogOut();
  const { has_password: asksPassword, second_factor } = deletion;
  const asksCode = asksPassword && second_factor;
  const form = useForm({
    schema: v.object({
      password: asksPassword
        ? v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Please enter your password`)))
        : v.literal(""),
      code: asksCode ? factorCode.entries.code : v.literal(""),
    }),
    defaults: { password: "", code: "" },
    onSubmit: async (proof) => {
      const sync = await loadSync();
      const done = await sync.deleteAccount(proof);
      if (!done.ok) {
        const { type } = done.error;
        const path = type === "wrong_current_password" ? "password" : type === "wrong_code" ? "code" : null;
        if (path) {
          return invalid(path, t(failureText(done.error)));
        }
        if (type === "rejected") onRejected();
        return done;
      }
      await logOut.leave({ title: t`Your account has been deleted` });
      return undefined;
    },
  });
  return (
    <Form form={form} className="mt-5">
      <FormFailure form={form} title={<Trans>Your account was not deleted</Trans>} />
      {asksPassword && (
        <FormField form={form} name="password" label={t`Password`}>
          {(field) => <PasswordInput autoComplete="current-password" {...field} />}
        </FormField>
      )}
      {asksCode && (
        <FormField form={form} name="code" label={t`Code`} help={t`The six digits your app shows now`}>
          {(field) => <TextInput {...factorCodeInput} {...field} />}
        </FormField>
      )}
      <Button type="submit" variant="danger" pending={form.formState.isSubmitting} className="sm:self-end">
        <Trans>Delete my account for good</Trans>
      </Button>
    </Form>
  );
}
