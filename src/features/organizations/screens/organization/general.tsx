import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import * as v from "valibot";
import { displayName } from "#features/account/name-schema.ts";
import { webAddress } from "#features/account/web-address-schema.ts";
import { SaveActionsBar } from "#features/sync/widgets/form-end.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import { callServer } from "#state/call-server.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import { changeOrganization, type Organization } from "#sync/schema/organization-functions.ts";
import { allows } from "#sync/schema/organizations.ts";
import type { CallFailure } from "#sync/transport/result.ts";
import { TextLink } from "#ui/button.tsx";
import { FactLine, FactList } from "#ui/fact.tsx";
import { Form, FormControl, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { TextArea, TextInput } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { CallFailed } from "../../widgets/call-failed.tsx";
import { OrganizationLogo } from "../../widgets/organization-logo.tsx";
import { RoleNotice } from "../../widgets/role-notice.tsx";
import { LogoField } from "./logo-field.tsx";
import type { TabProps } from "./tab-props.ts";

const schema = v.object({
  name: displayName,
  about: v.pipe(v.string(), v.transform(trimmed), v.maxCodePoints(2000, lazyMessage(msg`This is too long.`))),
  website: webAddress,
  logo_path: v.string(),
});
type Values = v.InferOutput<typeof schema>;

const valuesOf = ({ name, about, website, logo_path }: Organization): Values => ({ name, about, website, logo_path });

export function GeneralTab({ organization, onChanged }: TabProps) {
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <RoleNotice needs="administer" />
      <p className="text-muted text-sm">
        <Trans>
          Name, logo, website and text appear on the{" "}
          <TextLink to="/organizations/$orgId" params={{ orgId: organization.id }}>
            public page
          </TextLink>{" "}
          once an app is published.
        </Trans>
      </p>
      {allows(organization.role, "administer") ? (
        <GeneralForm organization={organization} onChanged={onChanged} />
      ) : (
        <Facts organization={organization} />
      )}
    </div>
  );
}

function GeneralForm({ organization, onChanged }: TabProps) {
  const { t } = useLingui();
  const { id, personal } = organization;
  const stored = valuesOf(organization);
  const form = useForm<Values, Values>({
    schema,
    defaults: stored,
    draft: { key: `organization:${id}`, ...(personal ? { except: ["name"] as const } : {}) },
    existing: true,
    onSubmit: async (values) => {
      const changed = Object.fromEntries(
        Object.entries(values).filter(([key, value]) => value !== stored[key as keyof Values]),
      );
      const done = await callServer((transport) => transport.rpc(changeOrganization, { org_id: id, change: changed }));
      if (!done.ok) return done;
      form.reset(values);
      showToast({ title: t`Organization updated` });
      onChanged();
      return { ok: true };
    },
  });
  return (
    <Form form={form}>
      <FormField
        form={form}
        name="name"
        label={t`Name`}
        help={
          personal ? (
            <Trans>
              A personal organization has its person's name. Change it in{" "}
              <TextLink to="/developer/profile">My Profile</TextLink>.
            </Trans>
          ) : (
            <Trans>Testers see it as the developer of your apps and campaigns.</Trans>
          )
        }
      >
        {(field) => <TextInput autoComplete="organization" maxLength={120} readOnly={personal} {...field} />}
      </FormField>
      <FormControl form={form} name="logo_path" label={t`Logo`} group optional>
        {({ value, onChange }) => <LogoField name={organization.name} path={value} onChange={onChange} />}
      </FormControl>
      <FormField form={form} name="website" label={t`Website`} optional>
        {(field) => <TextInput inputMode="url" autoComplete="url" placeholder="https://" maxLength={390} {...field} />}
      </FormField>
      <FormField
        form={form}
        name="about"
        label={t({ message: "About", context: "organization" })}
        help={t`What you make, and who it is for.`}
        optional
      >
        {(field) => <TextArea rows={4} maxLength={2000} {...field} />}
      </FormField>
      <CallFailed failure={form.failure as CallFailure | null} />
      <SaveActionsBar form={form} short />
    </Form>
  );
}

function Facts({ organization }: { organization: Organization }) {
  const { name, about, website, logo_path } = organization;
  return (
    <div className="flex flex-col gap-4">
      <OrganizationLogo name={name} path={logo_path} size="lg" />
      <FactList>
        <FactLine label={<Trans>Name</Trans>}>{name}</FactLine>
        <FactLine label={<Trans>Website</Trans>}>
          {website === "" ? (
            "–"
          ) : (
            <a href={website} target="_blank" rel="noopener noreferrer" className="break-all text-accent underline">
              {website}
            </a>
          )}
        </FactLine>
      </FactList>
      {about !== "" && <p className="whitespace-pre-wrap break-words">{about}</p>}
    </div>
  );
}
