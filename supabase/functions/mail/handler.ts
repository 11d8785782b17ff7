// Notifications by e-mail. GET: whether e-mail is configured. POST with the service key: sends the
// due e-mails. The embedded server sends them itself (local/functions/deliveries.ts).
import { answerDrain, drain, queueOf } from "../_shared/deliveries.ts";
import { json, withRefusals } from "../_shared/http.ts";
import { MAILS_IN_PARALLEL, mailDeliverySchema, sendNotificationMail } from "../_shared/notification-mails.ts";
import { isSmtpUrl, smtpSender } from "../_shared/smtp.ts";
import type { FunctionEnv } from "../_shared/types.ts";

const shownFailures = 3;

/** @returns the missing or invalid setting; empty when all are valid */
function problemOf({ SMTP_URL, MAIL_FROM, SITE_URL }: FunctionEnv): string {
  const missing = Object.entries({ SMTP_URL, MAIL_FROM, SITE_URL }).filter(([, value]) => !value);
  if (missing.length > 0) return `${missing.map(([name]) => name).join(", ")} missing`;
  if (!isSmtpUrl(SMTP_URL ?? "")) return "SMTP_URL must begin with smtp:// or smtps://";
  return URL.canParse(SITE_URL ?? "") ? "" : "SITE_URL must be the app's address";
}

async function sendAll(env: FunctionEnv): Promise<object> {
  const { SMTP_URL: url = "", MAIL_FROM: from = "", SITE_URL = "" } = env;
  const siteUrl = SITE_URL.replace(/\/+$/, "");
  const send = smtpSender({ url, from });
  const failures = new Set<string>();
  const counts = await drain(queueOf(env, "email", mailDeliverySchema, MAILS_IN_PARALLEL), async (delivery) => {
    const attempt = await sendNotificationMail(delivery, siteUrl, send);
    if (attempt.failure) failures.add(attempt.failure);
    return attempt;
  });
  return { ...counts, failures: [...failures].slice(0, shownFailures) };
}

export const handler = withRefusals((request, env) => {
  const problem = problemOf(env);
  if (problem) return json({ error: `E-mail is not set up here: ${problem}` }, 501);
  if (request.method === "GET") return json({ ready: true });
  return answerDrain(request, env, () => sendAll(env));
});
