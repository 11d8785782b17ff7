// E-mails that signed-out callers can request: password reset, magic link, confirmation. Answer,
// work and duration do not depend on whether the account exists.
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { AuthMails } from "./auth-mails.ts";
import { answer } from "./auth-responses.ts";
import type { EmailChange } from "./email-change.ts";

/** Longer than the statements take; the mail server is contacted in both cases. */
const leastMs = 300;

export function createOneTimeMails(database: Database, mails: AuthMails, change: EmailChange) {
  async function inConstantTime(work: Promise<void>): Promise<Response> {
    const [done] = await Promise.allSettled([work, pause(leastMs)]);
    if (done.status === "rejected") throw done.reason;
    return answer({});
  }

  async function send(kind: "recovery" | "magic_link" | "confirmation", email: string): Promise<void> {
    const link = mails.link(kind, email);
    const [user] = await database.query(
      kind === "confirmation"
        ? `update auth.users set confirmation_token = $2, confirmation_sent_at = now()
           where email = $1 and email_confirmed_at is null returning id`
        : "update auth.users set recovery_token = $2, recovery_sent_at = now() where email = $1 returning id",
      [email, link.hash],
    );
    await (user ? link.send() : mails.simulateSend());
  }

  return {
    /** `/otp` and `/magiclink` create no accounts: only `/signup` does, with name and password. */
    logIn: (email: string, kind: "recovery" | "magic_link"): Promise<Response> => inConstantTime(send(kind, email)),
    resend: (email: string, type: string): Promise<Response> =>
      inConstantTime(type === "signup" ? send("confirmation", email) : change.resend(email)),
  };
}
