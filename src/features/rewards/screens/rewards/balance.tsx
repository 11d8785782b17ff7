// The available amount with a payout button, and the balance it is part of. One card per currency,
// because amounts in different currencies cannot be summed.
import { Trans, useLingui } from "@lingui/react/macro";
import { HandCoins } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import * as v from "valibot";
import { typedEmail } from "#features/account/email-schema.ts";
import { failureText } from "#features/sync/failures.ts";
import { RECENT_DAYS } from "#lib/constants.ts";
import { useStatus } from "#state/status.ts";
import { useMutation } from "#state/store.ts";
import { type payoutBlocked, payoutRequest } from "#sync/mutations/payouts.ts";
import { accountEdit } from "#sync/mutations/profile.ts";
import type { RewardTotals } from "#sync/queries/rewards.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Money } from "#ui/formatted-values.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { useConfirm } from "#ui/use-confirm.ts";
import { PaidWithin } from "./paid-within.tsx";

interface BalanceProps {
  total: RewardTotals;
  /** True if there are rewards in other currencies: shows the currency name. */
  several: boolean;
  address: string;
  blocked: ReturnType<typeof payoutBlocked> | "switched_off";
}

export function Balance({ total, several, address, blocked }: BalanceProps) {
  const { t } = useLingui();
  const { currency } = total;
  const money = (cents: number) => <Money cents={cents} currency={currency} />;
  const amount = <span className="font-semibold text-3xl text-text tracking-tight">{money(total.earned)}</span>;
  return (
    <section aria-label={t`Totals in ${currency}`} className="flex flex-col gap-2">
      {several && <h2 className="text-base">{currency}</h2>}
      <div className="rounded-lg border border-line bg-raised shadow-sm">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-4 md:p-5">
          <div className="flex min-w-0 flex-col gap-1">
            <p className="flex flex-wrap items-baseline gap-x-2 text-muted">
              <Trans>{amount} available</Trans>
            </p>
            <p className="text-muted text-sm">
              {blocked === null && <Trans>Paid to {address} by PayPal</Trans>}
              {blocked === "switched_off" && <Trans>Payouts are currently turned off. Nothing is lost.</Trans>}
              {blocked === "no_rewards" && <Trans>Nothing to pay out right now. Approved reports add to it.</Trans>}
              {blocked === "waiting" && <Trans>Your request is on its way to the server.</Trans>}
              {blocked === "no_paypal" && <Trans>We’ll ask for your PayPal address next.</Trans>}
            </p>
          </div>
          <RequestPayout total={total} address={address} disabled={blocked !== null && blocked !== "no_paypal"} />
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-line border-t p-4 text-sm md:px-5 lg:grid-cols-4">
          <Figure
            label={t`Total earned`}
            detail={<Trans>{money(total.earned + total.requested)} not yet paid out</Trans>}
          >
            {money(total.total)}
          </Figure>
          <Figure label={t`Last ${RECENT_DAYS} days`}>{money(total.last30Days)}</Figure>
          <Figure label={t`Payout requested`}>{money(total.requested)}</Figure>
          <Figure label={t({ message: "Paid", context: "payout" })}>{money(total.paid)}</Figure>
        </dl>
      </div>
    </section>
  );
}

interface FigureProps {
  label: ReactNode;
  detail?: ReactNode;
  children: ReactNode;
}

const Figure = ({ label, detail, children }: FigureProps) => (
  <div className="min-w-0">
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium">{children}</dd>
    {detail && <dd className="text-muted">{detail}</dd>}
  </div>
);

interface RequestPayoutProps {
  total: RewardTotals;
  address: string;
  disabled: boolean;
}

function RequestPayout({ total, address, disabled }: RequestPayoutProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const request = useMutation(payoutRequest);
  const save = useMutation(accountEdit);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const to = typed ?? address;
  const amount = <Money cents={total.earned} currency={total.currency} />;
  const question = useConfirm(async (close) => {
    const parsed = v.safeParse(typedEmail, to);
    if (!parsed.success) {
      setError(parsed.issues[0].message);
      field.current?.focus();
      return;
    }
    close();
    if (parsed.output !== address) {
      const saved = await save({ paypal_email: parsed.output });
      if (!saved.ok) return showToast({ tone: "danger", title: t(failureText(saved.error)) });
    }
    const done = await request(total.currency);
    if (!done.ok) return showToast({ tone: "danger", title: t(failureText(done.error)) });
    showToast({
      title: t`Payout requested`,
      ...(online ? {} : { description: t`It will be sent when you are online.` }),
    });
  });
  return (
    <>
      <Button
        icon={HandCoins}
        variant="primary"
        size="lg"
        disabled={disabled}
        opensDialog
        onClick={() => {
          setTyped(undefined);
          setError(undefined);
          question.ask();
        }}
        className="max-sm:w-full"
      >
        <Trans>Request payout</Trans>
      </Button>
      <ConfirmDialog
        {...question.dialog}
        tone="primary"
        title={<Trans>Request {amount}?</Trans>}
        confirmLabel={<Trans>Request payout</Trans>}
      >
        <p className="mb-4">
          {to.trim() === "" ? (
            <Trans>We’ll send {amount} by PayPal.</Trans>
          ) : (
            <Trans>
              We’ll send {amount} to {to} by PayPal.
            </Trans>
          )}{" "}
          <PaidWithin />
        </p>
        <Field label={t`PayPal Email`} help={t`Payouts are sent to this address.`} error={error}>
          <TextInput
            ref={field}
            type="email"
            inputMode="email"
            autoComplete="email"
            value={to}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
      </ConfirmDialog>
    </>
  );
}
