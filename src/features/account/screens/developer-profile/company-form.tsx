import { useLingui } from "@lingui/react/macro";
import { SaveBar } from "#features/sync/widgets/form-end.tsx";
import { useStatus } from "#state/status.ts";
import { useMutation } from "#state/store.ts";
import { profileEdit } from "#sync/mutations/profile.ts";
import type { Account } from "#sync/schema/accounts.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { Form, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { TextArea, TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { EmailField } from "../../widgets/email-change/email-field.tsx";
import { type Company, companyChanges, companyForm, networks, toCompany } from "./company-values.ts";

const networkName = { github: "GitHub", twitter: "Twitter", linkedin: "LinkedIn" } as const;

export function CompanyForm({ profile, account }: { profile: Profile; account: Account | null }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const save = useMutation(profileEdit);
  const form = useForm<Company, Company>({
    schema: companyForm,
    defaults: toCompany(profile),
    draft: { key: `developer-profile:${profile.id}` },
    existing: true,
    onSubmit: async (values) => {
      const done = await save(companyChanges(values, toCompany(profile)));
      if (!done.ok) return done;
      form.reset(toCompany(done.value));
      showToast({
        title: t`Profile saved`,
        ...(online ? {} : { description: t`It will be sent when you are online.` }),
      });
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="name" label={t`Name`}>
          {(field) => <TextInput autoComplete="name" maxLength={120} {...field} />}
        </FormField>
        <FormField form={form} name="company" label={t`Company`} optional>
          {(field) => <TextInput autoComplete="organization" maxLength={120} {...field} />}
        </FormField>
        <FormField form={form} name="website" label={t`Website`} optional>
          {(field) => (
            <TextInput inputMode="url" autoComplete="url" placeholder="https://" maxLength={390} {...field} />
          )}
        </FormField>
      </div>
      <EmailField account={account} email={account?.email ?? profile.email} />
      <FormField
        form={form}
        name="bio"
        optional
        label={t`Company description`}
        help={t`What you make, and who it is for.`}
      >
        {(field) => <TextArea rows={4} maxLength={2000} {...field} />}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-3">
        {networks.map((network) => (
          <FormField key={network} form={form} name={network} label={networkName[network]} optional>
            {(field) => <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} {...field} />}
          </FormField>
        ))}
      </div>
      <SaveBar form={form} short />
    </Form>
  );
}
