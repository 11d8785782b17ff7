// A notification as an e-mail: on Supabase the function `mail` sends it, on the embedded server its
// mail.
import type { Delivery, Outcome } from "./deliveries.ts";
import { mailText, notificationText } from "./notification-texts.ts";
import type { Mail } from "./smtp.ts";

export interface Letter extends Delivery {
  /** Empty: a deleted person has no address any more. */
  email: string;
}
/**
 * So many connections at once; what a killed call had under way, and would send again, is no more
 * than that.
 */
export const LETTERS_AT_ONCE = 5;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

function written({ notification_id, kind, data, link, language, email }: Letter, siteUrl: string): Mail {
  const said = notificationText(kind, data, language);
  const text = mailText(said, language, `${siteUrl}${link}`, `${siteUrl}/account#notifications`);
  return {
    to: email,
    subject: said.title,
    text,
    html: `<p>${escaped(text).replaceAll("\n\n", "</p><p>")}</p>`,
    // The same at a second try: where the first one arrived and its answer was lost, a mail program
    // shows one letter.
    messageId: `<${notification_id}@${new URL(siteUrl).hostname}>`,
  };
}

/** @param failed is told why a letter could not go: it is tried again, six times at most */
export async function sendLetter(
  letter: Letter,
  siteUrl: string,
  send: (mail: Mail) => Promise<void>,
  failed: (message: string) => void,
): Promise<Outcome> {
  if (letter.email === "") return "done";
  try {
    await send(written(letter, siteUrl));
    return "done";
  } catch (error) {
    failed(error instanceof Error ? error.message : String(error));
    return "retry";
  }
}
