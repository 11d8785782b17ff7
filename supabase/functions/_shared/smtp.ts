// Sends e-mails by SMTP, for the function `mail` on Supabase and for the embedded server.
import nodemailer from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  text?: string;
  html?: string;
  messageId?: string;
}
export interface Smtp {
  /** smtp://user:password@host:port, or smtps:// */
  url: string;
  from: string;
}

/** For one answer of the mail server; an e-mail takes about ten of them. */
const timeoutMs = 10_000;

export const isSmtpUrl = (url: string): boolean => /^smtps?:\/\/[^/]/.test(url) && URL.canParse(url);

/** Passwords are sent over TLS only. */
function transportOf({ url, from }: Smtp) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  return nodemailer.createTransport(
    {
      host: hostname,
      port: Number(port) || (secure ? 465 : 587),
      secure,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      ...(username
        ? {
            auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
            requireTLS: !secure,
          }
        : {}),
    },
    { from },
  );
}

export function smtpSender(smtp: Smtp): (mail: Mail) => Promise<void> {
  const transport = transportOf(smtp);
  return async (mail) => {
    await transport.sendMail({ ...mail });
  };
}

/** Connects and logs in as for sending, but sends nothing. */
export function smtpCheck(smtp: Smtp): () => Promise<void> {
  const transport = transportOf(smtp);
  return async () => {
    await transport.verify();
  };
}
