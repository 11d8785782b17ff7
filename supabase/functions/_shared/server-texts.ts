// Texts of push messages and e-mails, by language. The app's texts for the same notifications are
// in src/features/notifications/labels.ts; servers do not have its message catalogs.
import { lookUp } from "./look-up.ts";
import { en } from "./server-texts-en.ts";
import { es } from "./server-texts-es.ts";
import type { Data, NotificationText, Texts } from "./text-writers.ts";

/** The first language is the fallback. */
export const serverTexts = { en, es } as const;

const textsIn = (language: string): Texts => lookUp<Texts>(serverTexts, language) ?? serverTexts.en;

export function notificationText(kind: string, data: Data, language: string): NotificationText {
  return lookUp(textsIn(language).notifications, kind)?.(data, language) ?? { title: "Betaflock", body: "" };
}

/**
 * The complete e-mail with its links.
 * @param link empty when there is no page to open
 * @param settings empty when the mail is no notification
 */
export function mailText({ title, body }: NotificationText, language: string, link: string, settings: string): string {
  const texts = textsIn(language);
  const choose = settings === "" ? "" : `${texts.settings}: ${settings}`;
  const open = link === "" ? "" : `${texts.open}: ${link}`;
  return [title, body, open, choose].filter(Boolean).join("\n\n");
}
