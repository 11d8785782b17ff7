// Payout address, visible to the tester and the paying admins but never to developers.
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { SaveBar } from "#features/sync/widgets/form-end.tsx";
import { useQueryOr } from "#state/query.ts";
import { useStatus } from "#state/status.ts";
import { useMutation } from "#state/store.ts";
import { accountEdit } from "#sync/mutations/profile.ts";
import { rewardsOfTester, rewardTotals } from "#sync/queries/rewards.ts";
import type { Account } from "#sync/schema/accounts.ts";
import type { Reward } from "#sync/schema/rewards.ts";
import { TextLink } from "#ui/button.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Money } from "#ui/formatted-values.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { useNow } from "#ui/use-now.ts";
import { typedEmailOrNone } from "../../email-schema.ts";

const NONE: Reward[] = [];
const schema: v.GenericSchema<{ paypal_email: string }> = v.object({ paypal_email: typedEmailOrNone });

export function PaymentForm({ account }: { account: Account }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const save = useMutation(accountEdit);
  const form = useForm<{ paypal_email: string }, { paypal_email: string }>({
    schema,
    defaults: { paypal_email: account.paypal_email },
    draft: { key: `payment:${account.id}` },
    existing: true,
    onSubmit: async (values) => {
      const done = await save(values);
      if (!done.ok) return done;
      form.reset(values);
      showToast({
        title: t`Payment info saved`,
        ...(online ? {} : { description: t`It will be sent when you are online.` }),
      });
    },
  });
  return (
    <Form form={form}>
      <TotalEarned testerId={account.id} />
      <FormField form={form} name="paypal_email" label={t`PayPal Email`} help={t`Payouts are sent to this address.`}>
        {(field) => <TextInput type="email" inputMode="email" autoComplete="email" {...field} />}
      </FormField>
      <SaveBar form={form} short>
        <Trans>Save Payment Info</Trans>
      </SaveBar>
    </Form>
  );
}

function TotalEarned({ testerId }: { testerId: string }) {
  const now = useNow();
  const totals = rewardTotals(useQueryOr(rewardsOfTester(testerId), NONE), new Date(now).toISOString());
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <span className="text-muted">
        <Trans>Total earned</Trans>
      </span>
      {totals.length === 0 ? (
        <span className="font-semibold text-lg">
          <Money cents={0} currency="USD" />
        </span>
      ) : (
        totals.map((x) => (
          <span key={x.currency} className="font-semibold text-lg">
            <Money cents={x.total} currency={x.currency} />
          </span>
        ))
      )}
      <TextLink to="/tester/rewards">
        <Trans>View my rewards</Trans>
      </TextLink>
    </p>
  );
}
