// Sign-up with later confirmation, which lite lacks: people can sign in at once, and the address
// counts as unverified until they open the e-mailed link.
import * as v from "valibot";
import { messageOf } from "../common/log.ts";
import type { AuthOptions } from "./auth-options.ts";
import type { AuthRateLimit } from "./auth-rate-limit.ts";

const madeSchema = v.looseObject({ user: v.looseObject({}) });

export type AskToConfirm = (made: Response, email: string, request: Request) => Promise<Response>;

export function createConfirmation({ database, mails, log }: AuthOptions, rateLimit: AuthRateLimit): AskToConfirm {
  async function send(email: string, request: Request): Promise<void> {
    const link = mails.link("confirmation", email);
    await database.query(
      `update auth.users set email_confirmed_at = null, confirmation_token = $2, confirmation_sent_at = now()
       where email = $1`,
      [email, link.hash],
    );
    // Shares the limit with later requests for this e-mail.
    if (rateLimit.email("/resend", email, request)) return;
    try {
      await link.send();
    } catch (error) {
      // The sign-up has succeeded: the account exists, and its owner can request the e-mail again.
      log("confirmation_not_sent", { message: messageOf(error) });
    }
  }

  return async (made, email, request) => {
    const answer = v.parse(madeSchema, await made.json());
    await send(email, request);
    const { email_confirmed_at: _, confirmed_at: __, ...user } = answer.user;
    const headers = new Headers(made.headers);
    headers.delete("content-length");
    const told = { ...answer, user: { ...user, confirmation_sent_at: new Date().toISOString() } };
    return new Response(JSON.stringify(told), { status: made.status, headers });
  };
}
