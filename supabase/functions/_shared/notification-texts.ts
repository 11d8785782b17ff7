// The texts of push messages and emails, in the person's language. The app words the same kinds in
// src/features/notifications/labels.ts, from its message catalogues, which a server does not have.

type Data = Readonly<Record<string, unknown>>;
export interface NotificationText {
  title: string;
  body: string;
}
type Writer = (data: Data) => NotificationText;

const of = (data: Data, key: string): string => String(data[key] ?? "");

function money(data: Data, locale: string): string {
  const currency = of(data, "currency") || "USD";
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  return format.format(Number(data.amount_cents ?? 0) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const campaign =
  (title: string): Writer =>
  (data) => ({ title, body: of(data, "campaign_title") });
const report =
  (title: string): Writer =>
  (data) => ({
    title,
    body: [of(data, "summary"), of(data, "campaign_title")].filter(Boolean).join(" · "),
  });
const reason =
  (title: string): Writer =>
  (data) => ({
    title,
    body: [of(data, "campaign_title"), of(data, "reason")].filter(Boolean).join(": "),
  });
const amount =
  (title: string, locale: string): Writer =>
  (data) => ({
    title,
    body: [money(data, locale), of(data, "campaign_title"), of(data, "reason")].filter(Boolean).join(" · "),
  });

const texts: Readonly<Record<"en" | "es", Readonly<Record<string, Writer>>>> = {
  en: {
    application_received: (d) => ({
      title: `${of(d, "tester_name")} applied to your campaign`,
      body: of(d, "campaign_title"),
    }),
    application_accepted: campaign("You are accepted to a test"),
    application_rejected: reason("Your application was not selected"),
    application_removed: reason("You were removed from a test"),
    feedback_received: report("New report"),
    feedback_approved: report("Your report was approved"),
    feedback_rejected: report("Your report was rejected"),
    changes_requested: report("Changes to your report are requested"),
    comment_received: (d) => ({ title: `${of(d, "author_name")} commented on a report`, body: of(d, "summary") }),
    reward_earned: amount("You earned a reward", "en"),
    payout_paid: amount("Your payout is on its way", "en"),
    payout_failed: amount("Your payout failed", "en"),
    campaign_completed: campaign("A campaign is completed"),
    release_withdrawn: (d) => ({
      title: "A build you downloaded was withdrawn",
      body: `${of(d, "app_title")} ${of(d, "version")}`,
    }),
    role_changed: (d) => ({ title: "Your role has changed", body: of(d, "role") }),
  },
  es: {
    application_received: (d) => ({
      title: `${of(d, "tester_name")} ha solicitado plaza en tu campaña`,
      body: of(d, "campaign_title"),
    }),
    application_accepted: campaign("Te han aceptado en una prueba"),
    application_rejected: reason("Tu solicitud no fue seleccionada"),
    application_removed: reason("Te han retirado de una prueba"),
    feedback_received: report("Nuevo informe"),
    feedback_approved: report("Tu informe fue aprobado"),
    feedback_rejected: report("Tu informe fue rechazado"),
    changes_requested: report("Te piden cambios en tu informe"),
    comment_received: (d) => ({ title: `${of(d, "author_name")} ha comentado un informe`, body: of(d, "summary") }),
    reward_earned: amount("Has ganado una recompensa", "es"),
    payout_paid: amount("Tu pago está en camino", "es"),
    payout_failed: amount("Tu pago ha fallado", "es"),
    campaign_completed: campaign("Una campaña ha terminado"),
    release_withdrawn: (d) => ({
      title: "Se ha retirado una compilación que descargaste",
      body: `${of(d, "app_title")} ${of(d, "version")}`,
    }),
    role_changed: (d) => ({ title: "Tu rol ha cambiado", body: of(d, "role") }),
  },
};

export function notificationText(kind: string, data: Data, language: string): NotificationText {
  const spoken = language === "es" ? texts.es : texts.en;
  return spoken[kind]?.(data) ?? { title: "Betaflock", body: "" };
}

/** The whole e-mail: with the links to the app and to the e-mail settings. */
export function mailText({ title, body }: NotificationText, language: string, link: string, settings: string): string {
  const [open, fewer] =
    language === "es"
      ? ["Ábrelo en Betaflock", "Elige qué te llega por correo"]
      : ["Open it in Betaflock", "Choose what you get by email"];
  return [title, body, `${open}: ${link}`, `${fewer}: ${settings}`].filter(Boolean).join("\n\n");
}
