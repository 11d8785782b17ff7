// All texts of the server, by language: push messages and e-mails about notifications, and the
// e-mails of the auth service. The app's texts for the same notifications are in
// src/features/notifications/labels.ts; servers do not have its message catalogs.
import { lookUp } from "./look-up.ts";

type Data = Readonly<Record<string, unknown>>;
export interface NotificationText {
  title: string;
  body: string;
}
type Writer = (data: Data, language: string) => NotificationText;

const of = (data: Data, key: string): string => String(data[key] ?? "");

function money(data: Data, language: string): string {
  const currency = of(data, "currency") || "USD";
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  return format.format(Number(data.amount_cents ?? 0) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const campaign =
  (title: string): Writer =>
  (data) => ({ title, body: of(data, "campaign_title") });
/** For a plan of waves: enough testers take part, or all were invited. */
const waves =
  (done: string, exhausted: string, count: (active: string, target: string) => string): Writer =>
  (data) => ({
    title: of(data, "outcome") === "done" ? done : exhausted,
    body: `${of(data, "campaign_title")}: ${count(of(data, "active"), of(data, "target"))}`,
  });
/**
 * The server counts to 100.
 * @param fits texts for one test and for several
 */
const newTests =
  (
    fits: Readonly<Record<"one" | "other", (search: string, count: string) => string>>,
    also: (searches: string) => string,
  ): Writer =>
  (data) => {
    const tests = Number(data.tests ?? 1);
    return {
      title: fits[tests === 1 ? "one" : "other"](of(data, "search_name"), tests < 100 ? String(tests) : "100+"),
      body: [of(data, "titles"), of(data, "others") && also(of(data, "others"))].filter(Boolean).join(" · "),
    };
  };
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
  (title: string): Writer =>
  (data, language) => ({
    title,
    body: [money(data, language), of(data, "campaign_title"), of(data, "reason")].filter(Boolean).join(" · "),
  });
/** An admin's reply, quoted above the original message. The recipient may have no account. */
const contactReply =
  (title: string, wrote: string, answer: string): Writer =>
  (data) => ({
    title,
    body: [of(data, "text"), answer, wrote, of(data, "message").replace(/^/gm, "> ")].join("\n\n"),
  });
const withReason = (what: string, why: string) => [what, why].filter(Boolean).join(": ");
/** The e-mail contains the whole text, a push message its beginning. */
const announcement =
  (title: (organization: string, campaign: string) => string): Writer =>
  (data) => ({
    title: title(of(data, "organization_name"), of(data, "campaign_title")),
    body: [of(data, "title"), of(data, "body") || of(data, "excerpt")].filter(Boolean).join("\n\n"),
  });
/** @param words texts for one report and for several */
const reviews =
  (
    words: Readonly<Record<"one" | "other", (count: number) => string>>,
    within: Readonly<Record<"one" | "other", (hours: number) => string>>,
  ): Writer =>
  (data) => {
    const reports = Number(data.reports ?? 1);
    const number = reports === 1 ? "one" : "other";
    return {
      title: words[number](reports),
      body: [of(data, "campaign_title"), within[number](Number(data.hours ?? 48))].filter(Boolean).join(" · "),
    };
  };
/**
 * The recipient may have no account.
 * @param roles with their article
 */
const invitation =
  (
    roles: Readonly<Record<string, string>>,
    title: (organization: string) => string,
    body: (inviter: string, role: string) => string,
  ): Writer =>
  (data) => ({
    title: title(of(data, "organization_name")),
    body: body(of(data, "inviter_name"), roles[of(data, "role")] ?? of(data, "role")),
  });

interface AuthMail {
  title: string;
  text: string;
  link: string;
}

interface Texts {
  notifications: Readonly<Record<string, Writer>>;
  /** Footer of a notification e-mail: links to its subject and to the e-mail settings. */
  open: string;
  settings: string;
  worksOnce: string;
  authMails: Readonly<Record<(typeof authMailKinds)[number], AuthMail>>;
}

/** In the order of [auth.email.template] in supabase/config.toml. */
export const authMailKinds = ["confirmation", "invite", "recovery", "magic_link", "email_change"] as const;

/** The first language is the fallback. */
export const serverTexts = {
  en: {
    notifications: {
      application_received: (d) => ({
        title: `${of(d, "tester_name")} applied to your campaign`,
        body: of(d, "campaign_title"),
      }),
      application_accepted: campaign("You're accepted to a test"),
      application_rejected: reason("Your application was not selected"),
      application_removed: reason("You were removed from a test"),
      feedback_received: report("New report"),
      feedback_approved: report("Your report was approved"),
      feedback_rejected: report("Your report was rejected"),
      changes_requested: report("Changes to your report are requested"),
      comment_received: (d) => ({ title: `${of(d, "author_name")} commented on a report`, body: of(d, "summary") }),
      report_assigned: (d) => ({
        title: `${of(d, "assigned_by")} assigned a report to you`,
        body: [of(d, "summary"), of(d, "campaign_title")].filter(Boolean).join(" · "),
      }),
      reward_earned: amount("You earned a reward"),
      payout_paid: amount("Your payout is on its way"),
      payout_failed: amount("Your payout failed"),
      campaign_completed: campaign("A campaign is completed"),
      waves_ended: waves(
        "Enough testers take part",
        "Everybody on your list has been invited",
        (active, target) => `${active} of ${target} testers take part. No more invitations are sent.`,
      ),
      release_withdrawn: (d) => ({
        title: "A build you downloaded was withdrawn",
        body: `${of(d, "app_title")} ${of(d, "version")}`,
      }),
      release_expired: (d) => ({
        title: "A build you downloaded has expired",
        body: `${of(d, "app_title")} ${of(d, "version")}`,
      }),
      device_added: (d) => ({
        title: `${of(d, "tester_name")} added a device to register`,
        body: `${of(d, "model")} · ${of(d, "campaign_title")}`,
      }),
      build_published: (d) => ({ title: `${of(d, "version")} is here`, body: of(d, "campaign_title") }),
      issue_fixed: (d) => ({
        title: `Fixed in ${of(d, "version")}. Please check.`,
        body: `${of(d, "title")} · ${of(d, "campaign_title")}`,
      }),
      announcement: announcement((organization, campaign) => `${organization}: announcement on ${campaign}`),
      role_changed: (d) => ({ title: "Your role has changed", body: withReason(of(d, "role"), of(d, "reason")) }),
      session_ended: reason("An admin logged you out on a device"),
      new_tests: newTests(
        {
          one: (search) => `1 new test fits “${search}”`,
          other: (search, count) => `${count} new tests fit “${search}”`,
        },
        (searches) => `Also in ${searches}`,
      ),
      reminder_build: campaign("Download the build to start testing"),
      reminder_report: campaign("Send your first report"),
      reminder_changes: report("Your report is still waiting for your changes"),
      reminder_review: reviews(
        {
          one: () => "1 report will soon be approved automatically",
          other: (count) => `${count} reports will soon be approved automatically`,
        },
        { one: (hours) => `within ${hours} hours`, other: (hours) => `the first within ${hours} hours` },
      ),
      organization_invited: invitation(
        { owner: "an owner", admin: "an admin", manager: "a manager", reviewer: "a reviewer", viewer: "a viewer" },
        (organization) => `You are invited to join ${organization} on Betaflock`,
        (inviter, role) =>
          `${inviter === "" ? "You are invited" : `${inviter} invites you`} to join as ${role}. The link works for 7 days, for this address only. If you do not know the sender, do nothing.`,
      ),
      contact_reply: contactReply(
        "Our reply to your message",
        "You wrote:",
        "To answer, write to us again with the contact form.",
      ),
      campaign_invited: (d) => ({
        title: `You are invited to test ${of(d, "campaign_title")}`,
        body: `${of(d, "organization_name")} invites you to a beta test on Betaflock. ${
          of(d, "bound_to") === "account"
            ? "You have 7 days to accept."
            : "The link works for 7 days, for this address only. If you do not know the sender, do nothing."
        }`,
      }),
      recovery_code_used: () => ({
        title: "A recovery code was used",
        body: "Two-step verification of your Betaflock account is off, and all other devices have been logged out. Turn it on again soon. If it was not you, choose a new password now: somebody has your password and your recovery codes.",
      }),
      factor_added: () => ({
        title: "An authenticator app was added",
        body: "Logging in to your Betaflock account now also takes a code from this app. If it was not you, choose a new password now. If you cannot log in, write to us with the contact form.",
      }),
      factor_removed: () => ({
        title: "An authenticator app was removed",
        body: "An authenticator app was removed from your Betaflock account. If it was the only one, two-step verification is off. If you did not do this or ask for it, choose a new password now and turn it on again.",
      }),
      password_changed: () => ({
        title: "Your password was changed",
        body: "Your Betaflock account has a new password. If it was not you, choose another one now: this page sends you a link.",
      }),
      email_changed: () => ({
        title: "Your email address was changed",
        body: "Your Betaflock account now uses another email address instead of this one. If it was not you, write to us now with the contact form: somebody has access to your account.",
      }),
    },
    open: "Open it in Betaflock",
    settings: "Choose what you get by email",
    worksOnce: "The link works once, within one hour.",
    authMails: {
      confirmation: {
        title: "Confirm your email address",
        text: "Thank you for registering with Betaflock. Follow this link to confirm your email address.",
        link: "Confirm the address",
      },
      invite: {
        title: "You are invited to Betaflock",
        text: "An administrator has created an account for you. Follow this link to choose a password and get started.",
        link: "Accept the invitation",
      },
      recovery: {
        title: "Choose a new password",
        text: "Somebody, probably you, requested a new password. Follow this link to choose one. If it was not you, do nothing: your password stays the same.",
        link: "Choose a new password",
      },
      magic_link: {
        title: "Log in to Betaflock",
        text: "Follow this link to log in.",
        link: "Log in",
      },
      email_change: {
        title: "Confirm your new email address",
        text: "Somebody, probably you, wants to change the email address of your Betaflock account. Follow this link to allow it. We ask both your current and your new address; nothing changes until both have confirmed.",
        link: "Change the address",
      },
    },
  },
  es: {
    notifications: {
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
      report_assigned: (d) => ({
        title: `${of(d, "assigned_by")} te ha asignado un informe`,
        body: [of(d, "summary"), of(d, "campaign_title")].filter(Boolean).join(" · "),
      }),
      reward_earned: amount("Has ganado una recompensa"),
      payout_paid: amount("Tu pago está en camino"),
      payout_failed: amount("Tu pago ha fallado"),
      campaign_completed: campaign("Una campaña ha terminado"),
      waves_ended: waves(
        "Ya participan suficientes testers",
        "Ya has invitado a toda tu lista",
        (active, target) => `Participan ${active} de ${target} testers. No se envían más invitaciones.`,
      ),
      release_withdrawn: (d) => ({
        title: "Se ha retirado una compilación que descargaste",
        body: `${of(d, "app_title")} ${of(d, "version")}`,
      }),
      release_expired: (d) => ({
        title: "Ha caducado una compilación que descargaste",
        body: `${of(d, "app_title")} ${of(d, "version")}`,
      }),
      device_added: (d) => ({
        title: `${of(d, "tester_name")} ha añadido un dispositivo para registrar`,
        body: `${of(d, "model")} · ${of(d, "campaign_title")}`,
      }),
      build_published: (d) => ({ title: `Ya está aquí la ${of(d, "version")}`, body: of(d, "campaign_title") }),
      issue_fixed: (d) => ({
        title: `Corregido en la ${of(d, "version")}. Compruébalo, por favor.`,
        body: `${of(d, "title")} · ${of(d, "campaign_title")}`,
      }),
      announcement: announcement((organization, campaign) => `${organization}: anuncio sobre ${campaign}`),
      role_changed: (d) => ({ title: "Tu rol ha cambiado", body: withReason(of(d, "role"), of(d, "reason")) }),
      session_ended: reason("Un administrador ha cerrado tu sesión en un dispositivo"),
      new_tests: newTests(
        {
          one: (search) => `1 prueba nueva encaja con «${search}»`,
          other: (search, count) => `${count} pruebas nuevas encajan con «${search}»`,
        },
        (searches) => `También en ${searches}`,
      ),
      reminder_build: campaign("Descarga la compilación para empezar a probar"),
      reminder_report: campaign("Envía tu primer informe"),
      reminder_changes: report("Tu informe sigue a la espera de tus cambios"),
      reminder_review: reviews(
        {
          one: () => "1 informe se aprobará pronto automáticamente",
          other: (count) => `${count} informes se aprobarán pronto automáticamente`,
        },
        { one: (hours) => `en menos de ${hours} horas`, other: (hours) => `el primero en menos de ${hours} horas` },
      ),
      organization_invited: invitation(
        { owner: "propietario", admin: "administrador", manager: "gestor", reviewer: "revisor", viewer: "observador" },
        (organization) => `Te invitan a unirte a ${organization} en Betaflock`,
        (inviter, role) =>
          `${inviter === "" ? "Te invitan" : `${inviter} te invita`} a unirte como ${role}. El enlace funciona durante 7 días y solo para esta dirección. Si no conoces al remitente, no hagas nada.`,
      ),
      contact_reply: contactReply(
        "Nuestra respuesta a tu mensaje",
        "Escribiste:",
        "Para responder, escríbenos otra vez con el formulario de contacto.",
      ),
      campaign_invited: (d) => ({
        title: `Te invitan a probar ${of(d, "campaign_title")}`,
        body: `${of(d, "organization_name")} te invita a una prueba beta en Betaflock. ${
          of(d, "bound_to") === "account"
            ? "Tienes 7 días para aceptar."
            : "El enlace funciona durante 7 días y solo para esta dirección. Si no conoces al remitente, no hagas nada."
        }`,
      }),
      recovery_code_used: () => ({
        title: "Se ha usado un código de recuperación",
        body: "La verificación en dos pasos de tu cuenta de Betaflock está desactivada y se ha cerrado la sesión en los demás dispositivos. Vuelve a activarla pronto. Si no has sido tú, cambia ya tu contraseña: alguien tiene tu contraseña y tus códigos de recuperación.",
      }),
      factor_added: () => ({
        title: "Se ha añadido una app de autenticación",
        body: "Ahora, para iniciar sesión en tu cuenta de Betaflock también hace falta un código de esa app. Si no has sido tú, cambia ya tu contraseña. Si no puedes iniciar sesión, escríbenos con el formulario de contacto.",
      }),
      factor_removed: () => ({
        title: "Se ha eliminado una app de autenticación",
        body: "Se ha eliminado una app de autenticación de tu cuenta de Betaflock. Si era la única, la verificación en dos pasos está desactivada. Si no lo has hecho ni pedido tú, cambia ya tu contraseña y vuelve a activarla.",
      }),
      password_changed: () => ({
        title: "Tu contraseña ha cambiado",
        body: "Tu cuenta de Betaflock tiene una contraseña nueva. Si no has sido tú, elige otra ahora mismo: esta página te envía un enlace.",
      }),
      email_changed: () => ({
        title: "Tu dirección de correo ha cambiado",
        body: "Tu cuenta de Betaflock usa ahora otra dirección de correo en lugar de esta. Si no has sido tú, escríbenos ahora mismo con el formulario de contacto: alguien tiene acceso a tu cuenta.",
      }),
    },
    open: "Ábrelo en Betaflock",
    settings: "Elige qué te llega por correo",
    worksOnce: "El enlace sirve una sola vez, durante una hora.",
    authMails: {
      confirmation: {
        title: "Confirma tu dirección de correo",
        text: "Gracias por registrarte en Betaflock. Sigue este enlace para confirmar tu correo.",
        link: "Confirmar la dirección",
      },
      invite: {
        title: "Te han invitado a Betaflock",
        text: "Un administrador ha creado una cuenta para ti. Sigue este enlace para elegir una contraseña y empezar.",
        link: "Aceptar la invitación",
      },
      recovery: {
        title: "Elige una contraseña nueva",
        text: "Alguien, probablemente tú, ha pedido una contraseña nueva. Sigue este enlace para elegirla. Si no has sido tú, no hagas nada: tu contraseña no cambia.",
        link: "Elegir una contraseña nueva",
      },
      magic_link: {
        title: "Inicia sesión en Betaflock",
        text: "Sigue este enlace para iniciar sesión.",
        link: "Iniciar sesión",
      },
      email_change: {
        title: "Confirma tu nueva dirección de correo",
        text: "Alguien, probablemente tú, quiere cambiar el correo de tu cuenta de Betaflock. Sigue este enlace para permitirlo. Preguntamos a las dos direcciones, la actual y la nueva; nada cambia hasta que las dos confirmen.",
        link: "Cambiar la dirección",
      },
    },
  },
} as const satisfies Readonly<Record<string, Texts>>;

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
