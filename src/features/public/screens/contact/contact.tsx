// Contact form. Stores the message on this device before sending; its state survives a reload.
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { typedEmail } from "#features/account/email-schema.ts";
import { displayName } from "#features/account/name-schema.ts";
import { PublicFrame, PublicTitle } from "#features/site/widgets/public-frame.tsx";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import { lazyMessage } from "#i18n/i18n.ts";
import { CONTACT_MESSAGE_MAX } from "#lib/constants.ts";
import { sendContact } from "#state/contact.ts";
import { personOf, useSession } from "#state/session.ts";
import { loadSync } from "#state/sync.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import { Button } from "#ui/button.tsx";
import { Form, FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { EmailInput, TextArea, TextInput } from "#ui/inputs.tsx";
import { useReveal } from "#ui/use-reveal.ts";
import { ContactState } from "./contact-state.tsx";

const schema = v.object({
  name: displayName,
  email: typedEmail,
  message: v.pipe(
    v.string(),
    v.transform(trimmed),
    v.minCodePoints(1, lazyMessage(msg`Please write a message`)),
    v.maxCodePoints(CONTACT_MESSAGE_MAX, lazyMessage(msg`This is too long.`)),
  ),
});

export function Contact() {
  const { t } = useLingui();
  const session = useSession();
  const person = personOf(session);
  const [sent, setSent] = useState<string | null>(null);
  const confirmation = useReveal(sent);
  const form = useForm({
    schema,
    defaults: { name: "", email: "", message: "" },
    draft: { key: "contact" },
    onSubmit: async (values) => {
      const kept = await sendContact(values);
      if (!kept.ok) return kept;
      setSent(kept.value);
      form.reset({ ...values, message: "" });
      return undefined;
    },
  });
  // Send messages left from an earlier visit.
  useEffect(() => void loadSync(), []);
  // Prefill the signed-in user's name and address, but keep typed text.
  const { setValue, getValues } = form;
  useEffect(() => {
    if (!person) return;
    if (getValues("name") === "") setValue("name", person.name);
    if (getValues("email") === "") setValue("email", person.email);
  }, [person, getValues, setValue]);

  return (
    <PublicFrame>
      <div className="page grid gap-x-16 gap-y-8 pt-4 pb-20 md:pt-8 lg:grid-cols-[1fr_1.1fr]">
        <div className="flex flex-col gap-6">
          <PublicTitle
            title={t`Contact`}
            lead={<Trans>A question, a problem, an idea: your message goes to the people who run Betaflock.</Trans>}
          />
          <p className="max-w-md text-pretty text-muted">
            <Trans>
              You can write offline. The message waits on this device and is sent automatically. We reply by email.
            </Trans>
          </p>
        </div>
        <div className="flex max-w-xl flex-col gap-6">
          <div ref={confirmation} tabIndex={-1} className="flex flex-col gap-6 empty:hidden">
            <ContactState sent={sent} />
            {sent !== null && (
              <Button className="self-start" onClick={() => setSent(null)}>
                <Trans>Write another message</Trans>
              </Button>
            )}
          </div>
          <FormFailure form={form} title={<Trans>Your message could not be saved</Trans>} />
          <Form form={form} className={sent === null ? "" : "hidden"}>
            <FormField form={form} name="name" label={t`Name`}>
              {(field) => <TextInput autoComplete="name" {...field} />}
            </FormField>
            <FormField form={form} name="email" label={t`Email`} help={t`So that we can reply to you.`}>
              {(field) => <EmailInput autoComplete="email" {...field} />}
            </FormField>
            <FormField form={form} name="message" label={t`Message`}>
              {(field) => <TextArea rows={7} {...field} />}
            </FormField>
            <Button
              type="submit"
              variant="primary"
              pending={form.formState.isSubmitting}
              className="max-sm:w-full sm:self-start"
            >
              <Trans>Send message</Trans>
            </Button>
          </Form>
        </div>
      </div>
    </PublicFrame>
  );
}
