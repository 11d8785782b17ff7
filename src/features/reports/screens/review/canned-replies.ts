// Built-in replies in both languages, chosen by the tester's language. A message catalog holds only
// the developer's language, so they cannot be there.

import type { Locale } from "#i18n/i18n.ts";
import type { SavedReply } from "#sync/schema/replies.ts";

type Reply = { readonly [L in Locale]: string };

export const cannedReplies: { readonly [K in SavedReply["kind"]]: readonly Reply[] } = {
  changes: [
    {
      en: "Please add the steps, one per line, from opening the app to what went wrong.",
      es: "Añade los pasos, uno por línea, desde que abres la aplicación hasta lo que falló.",
    },
    {
      en: "Please add a screenshot or a recording: we could not see it here.",
      es: "Añade una captura o una grabación: aquí no hemos podido verlo.",
    },
    {
      en: "Which device and which version of the app was it, and does it happen each time?",
      es: "¿En qué dispositivo y con qué versión de la aplicación fue, y ocurre siempre?",
    },
    {
      en: "This describes several problems. Please keep one here and report the others separately.",
      es: "Aquí se describen varios problemas. Deja uno y envía los demás en informes aparte.",
    },
  ],
  reject: [
    {
      en: "Thank you. We tried it on several devices and could not see it.",
      es: "Gracias. Lo hemos probado en varios dispositivos y no hemos podido verlo.",
    },
    {
      en: "Thank you. This is how it is meant to work; the instructions say so under the task.",
      es: "Gracias. Está pensado para funcionar así; lo dicen las instrucciones de la tarea.",
    },
    {
      en: "Thank you. This part is not what we test in this campaign.",
      es: "Gracias. Esta parte no se prueba en esta campaña.",
    },
  ],
  duplicate: [
    {
      en: "Thank you. It is the same problem as in an earlier report: yours helps us to find the cause.",
      es: "Gracias. Es el mismo problema que en un informe anterior: el tuyo nos ayuda a encontrar la causa.",
    },
    {
      en: "Thank you. We know of this problem and are working on it.",
      es: "Gracias. Ya conocemos este problema y estamos trabajando en él.",
    },
  ],
  comment: [
    {
      en: "Thank you for the report. We are looking into it.",
      es: "Gracias por el informe. Lo estamos investigando.",
    },
    {
      en: "Does it still happen with the newest build?",
      es: "¿Sigue ocurriendo con la última compilación?",
    },
    {
      en: "Could you tell us more about when it happens?",
      es: "¿Puedes contarnos algo más sobre cuándo ocurre?",
    },
  ],
};

export const joined = (typed: string, reply: string): string =>
  typed.trim() === "" ? reply : `${typed.trimEnd()}\n${reply}`;
