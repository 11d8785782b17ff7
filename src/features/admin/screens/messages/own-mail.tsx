// Replies with the admin's e-mail program if the server cannot send e-mail.
import { Trans, useLingui } from "@lingui/react/macro";
import { Mail } from "lucide-react";
import type { ContactLetter } from "#sync/schema/admin-functions.ts";
import { AnchorButton, type ButtonVariant } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";

/** Mail programs limit the length of links. */
const MOST_QUOTED = 500;

const quoted = (message: string) =>
  [...message]
    .slice(0, MOST_QUOTED)
    .join("")
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");

const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\r?\n/g, "\r\n"));

interface OwnMailProps {
  letter: Pick<ContactLetter, "email" | "message">;
  text: string;
  variant?: ButtonVariant;
}

/** The link contains the text; the copy button is for programs that reject long links. */
export function OwnMail({ letter: { email, message }, text, variant = "secondary" }: OwnMailProps) {
  const { t } = useLingui();
  const body = `${text.trim()}\n\n${quoted(message)}`;
  const address = encoded(email).replace("%40", "@");
  return (
    <>
      <AnchorButton
        size="sm"
        variant={variant}
        icon={Mail}
        href={`mailto:${address}?subject=${encoded(t`Our reply to your message`)}&body=${encoded(body)}`}
      >
        <Trans>Open in your email app</Trans>
      </AnchorButton>
      <CopyButton text={text.trim()} copied={t`The reply has been copied`} />
    </>
  );
}
