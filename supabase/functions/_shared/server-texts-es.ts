import {
  amount,
  announcement,
  campaign,
  contactReply,
  invitation,
  issue,
  newTests,
  of,
  reason,
  release,
  report,
  reviews,
  role,
  type Texts,
  waves,
} from "./text-writers.ts";

export const es = {
  notifications: {
    application_received: campaign((d) => `${of(d, "tester_name")} ha solicitado plaza en tu campaña`),
    application_accepted: campaign("Te han aceptado en una prueba"),
    application_rejected: reason("Tu solicitud no fue seleccionada"),
    application_removed: reason("Te han retirado de una prueba"),
    feedback_received: report("Nuevo informe"),
    feedback_approved: report("Tu informe fue aprobado"),
    feedback_rejected: report("Tu informe fue rechazado"),
    changes_requested: report("Te piden cambios en tu informe"),
    results_returned: reason("Te han devuelto tus resultados"),
    comment_received: (d) => ({ title: `${of(d, "author_name")} ha comentado un informe`, body: of(d, "summary") }),
    report_assigned: report((d) => `${of(d, "assigned_by")} te ha asignado un informe`),
    reward_earned: amount("Has ganado una recompensa"),
    payout_paid: amount("Tu pago está en camino"),
    payout_failed: amount("Tu pago ha fallado"),
    campaign_completed: campaign("Una campaña ha terminado"),
    waves_ended: waves(
      "Ya participan suficientes testers",
      "Ya has invitado a toda tu lista",
      (active, target) => `Participan ${active} de ${target} testers. No se envían más invitaciones.`,
    ),
    release_withdrawn: release("Se ha retirado una compilación que descargaste"),
    release_expired: release("Ha caducado una compilación que descargaste"),
    device_added: (d) => ({
      title: `${of(d, "tester_name")} ha añadido un dispositivo para registrar`,
      body: `${of(d, "model")} · ${of(d, "campaign_title")}`,
    }),
    build_published: campaign((d) => `Ya está aquí la ${of(d, "version")}`),
    issue_fixed: issue((d) => `Corregido en la ${of(d, "version")}. Compruébalo, por favor.`),
    announcement: announcement((organization, campaign) => `${organization}: anuncio sobre ${campaign}`),
    role_changed: role("Tu rol ha cambiado"),
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
    reminder_check_in: campaign("Registra el día de hoy"),
    reminder_changes: report("Tu informe sigue a la espera de tus cambios"),
    reminder_retest: issue((d) => `¿Está corregido en la ${of(d, "version")}? Compruébalo, por favor.`),
    reminder_review: reviews(
      {
        one: () => "1 informe se aprobará pronto automáticamente",
        other: (count) => `${count} informes se aprobarán pronto automáticamente`,
      },
      {
        alone: {
          one: () => "1 conjunto de resultados se aceptará pronto automáticamente",
          other: (count) => `${count} conjuntos de resultados se aceptarán pronto automáticamente`,
        },
        added: {
          one: () => "y 1 conjunto de resultados",
          other: (count) => `y ${count} conjuntos de resultados`,
        },
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
} as const satisfies Texts;
