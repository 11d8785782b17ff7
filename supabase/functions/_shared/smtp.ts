// Sends e-mails by SMTP, for the function `mail` and for the embedded server.
import nodemailer from "nodemailer";
import { isEmailAddress } from "../../../sync/inputs/email-address.ts";

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

/** For one answer of the mail server; an e-mail needs about ten. */
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
  return async ({ to, ...mail }) => {
    if (!isEmailAddress(to)) throw new Error("The recipient is not a normalized e-mail address");
    // The library would parse a string as a list of recipients.
    await transport.sendMail({ ...mail, to: { name: "", address: to } });
  };
}

export function smtpCheck(smtp: Smtp): () => Promise<void> {
  const transport = transportOf(smtp);
  return async () => {
    await transport.verify();
  };
}
