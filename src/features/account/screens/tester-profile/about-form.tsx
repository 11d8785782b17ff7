import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { SaveBar } from "#features/sync/widgets/form-end.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import { useStatus } from "#state/status.ts";
import { useMutation } from "#state/store.ts";
import { profileEdit } from "#sync/mutations/profile.ts";
import type { Account } from "#sync/schema/accounts.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { Form, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { TextArea, TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { displayName } from "../../name-schema.ts";
import { EmailField } from "../../widgets/email-change/email-field.tsx";

interface About {
  name: string;
  bio: string;
}
const schema: v.GenericSchema<About> = v.object({
  name: displayName,
  bio: v.pipe(v.string(), v.maxCodePoints(2000, lazyMessage(msg`At most 2,000 characters.`))),
});

export function AboutForm({ profile, account }: { profile: Profile; account: Account | null }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const save = useMutation(profileEdit);
  const form = useForm<About, About>({
    schema,
    defaults: { name: profile.name, bio: profile.bio },
    draft: { key: `profile:${profile.id}` },
    existing: true,
    onSubmit: async ({ name, bio }) => {
      const done = await save({ ...(name === profile.name ? {} : { name }), ...(bio === profile.bio ? {} : { bio }) });
      if (!done.ok) return done;
      form.reset({ name: done.value.name, bio: done.value.bio });
      showToast({
        title: t`Profile saved`,
        ...(online ? {} : { description: t`It will be sent when you are online.` }),
      });
    },
  });
  return (
    <Form form={form}>
      <FormField form={form} name="name" label={t`Full Name`}>
        {(field) => <TextInput autoComplete="name" {...field} />}
      </FormField>
      <EmailField account={account} email={account?.email ?? profile.email} />
      <FormField
        form={form}
        name="bio"
        optional
        label={t`Bio`}
        help={t`Which apps you like to test and what you focus on.`}
      >
        {(field) => <TextArea rows={4} {...field} />}
      </FormField>
      <SaveBar form={form} short />
    </Form>
  );
}
