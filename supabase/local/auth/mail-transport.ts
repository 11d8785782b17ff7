// Sends the embedded backend's e-mails: by SMTP when that is set up, otherwise into a mailbox in
// memory, for tests and for trying the app out (mailbox-page.ts shows it). The log contains neither
// links nor codes: either would open the account.
import { type Mail, type Smtp, smtpCheck, smtpSender } from "../../functions/_shared/smtp.ts";
import type { Log } from "../log.ts";

export interface Mailbox {
  send(mail: Mail): Promise<void>;
  /** Takes as long as sending an e-mail, and fails when that would, but sends nothing. */
  simulateSend(): Promise<void>;
  readonly messages: readonly (Mail & { at: string })[];
  /** E-mails leave by SMTP: none is stored here or shown. */
  readonly sends: boolean;
}

const maxMessages = 100;

export function createMailbox(log: Log, smtp?: Smtp): Mailbox {
  const messages: (Mail & { at: string })[] = [];
  const sender = smtp ? smtpSender(smtp) : undefined;
  const check = smtp ? smtpCheck(smtp) : undefined;
  return {
    messages,
    sends: sender !== undefined,
    async send(mail) {
      if (sender) await sender(mail);
      else {
        messages.push({ ...mail, at: new Date().toISOString() });
        if (messages.length > maxMessages) messages.shift();
      }
      log("mail", { subject: mail.subject, sent: sender !== undefined });
    },
    simulateSend: async () => check?.(),
  };
}
