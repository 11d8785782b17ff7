// Sends notifications by e-mail: in the function `mail`, or in the embedded server.
import * as v from "valibot";
import { type Attempt, deliveryFields } from "./deliveries.ts";
import { mailText, notificationText } from "./server-texts.ts";
import type { Mail } from "./smtp.ts";

export const mailDeliverySchema = v.object({
  ...deliveryFields,
  /** Empty for a deleted person. */
  email: v.nullish(v.string(), ""),
});
export type MailDelivery = v.InferOutput<typeof mailDeliverySchema>;
/** E-mails sent in parallel: a call that is killed resends at most these. */
export const MAILS_IN_PARALLEL = 5;

/** Always sent: to people without an account, and about what an attacker may have changed. */
const alwaysSent: ReadonlySet<string> = new Set([
  ...["organization_invited", "campaign_invited", "contact_reply"],
  ...["recovery_code_used", "factor_added", "factor_removed", "password_changed", "email_changed"],
]);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

function mailOf({ notification_id, kind, data, link, language, email }: MailDelivery, siteUrl: string): Mail {
  const content = notificationText(kind, data, language);
  const settings = alwaysSent.has(kind) ? "" : `${siteUrl}/account#notifications`;
  const text = mailText(content, language, link && `${siteUrl}${link}`, settings);
  return {
    to: email,
    subject: content.title,
    text,
    html: `<p>${escaped(text).replaceAll("\n\n", "</p><p>").replaceAll("\n", "<br>")}</p>`,
    // Stable: when an answer was lost and the e-mail is sent again, programs show one.
    messageId: `<${notification_id}@${new URL(siteUrl).hostname}>`,
  };
}

export async function sendNotificationMail(
  delivery: MailDelivery,
  siteUrl: string,
  send: (mail: Mail) => Promise<void>,
): Promise<Attempt> {
  if (delivery.email === "") return { outcome: "done" };
  try {
    await send(mailOf(delivery, siteUrl));
    return { outcome: "done" };
  } catch (error) {
    return { outcome: "retry", failure: error instanceof Error ? error.message : String(error) };
  }
}
