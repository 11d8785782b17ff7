// Sends e-mails by SMTP if configured, otherwise stores them in memory for tests and trials
// (mailbox-page.ts). Links and codes never appear in the log, because they open an account.
import { type Mail, type Smtp, smtpCheck, smtpSender } from "../../functions/_shared/smtp.ts";
import type { Log } from "../common/log.ts";

export type Mailbox = Readonly<ReturnType<typeof createMailbox>>;

const maxMessages = 100;

export function createMailbox(log: Log, smtp?: Smtp) {
  const messages: (Mail & { at: string })[] = [];
  const sender = smtp ? smtpSender(smtp) : undefined;
  const check = smtp ? smtpCheck(smtp) : undefined;
  return {
    messages,
    /** True with SMTP: e-mails are neither stored nor shown. */
    sends: sender !== undefined,
    async send(mail: Mail): Promise<void> {
      if (sender) await sender(mail);
      else {
        messages.push({ ...mail, at: new Date().toISOString() });
        if (messages.length > maxMessages) messages.shift();
      }
      log("mail", { subject: mail.subject, sent: sender !== undefined });
    },
    /** Takes as long as sending and fails like it, but sends no e-mail. */
    simulateSend: async (): Promise<void> => check?.(),
  };
}
