// Where the embedded backend's e-mails go: out by SMTP when that is set up, and otherwise into a
// box in memory, for tests and for whoever tries the app out (mailbox.ts shows it). The log names
// neither a recipient's link nor a code: either would open the account.
import { type Mail, type Smtp, smtpCheck, smtpSender } from "../../functions/_shared/smtp.ts";
import type { Log } from "../log.ts";

export interface Mailbox {
  send(mail: Mail): Promise<void>;
  /** As if there were something to send: fails where sending would, and takes about as long. */
  rehearse(): Promise<void>;
  readonly messages: readonly (Mail & { at: string })[];
  /** They are sent: nothing is kept here, and nobody is shown anything. */
  readonly sends: boolean;
}

const kept = 100;

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
        if (messages.length > kept) messages.shift();
      }
      log("mail", { subject: mail.subject, sent: sender !== undefined });
    },
    rehearse: async () => check?.(),
  };
}
