// Processes queued work on NOTIFY, and each minute for retries: web push and packages through their
// functions, e-mails by this server. On Supabase pg_cron calls the functions.
import * as v from "valibot";
import { drain, type Queue } from "../../functions/_shared/deliveries.ts";
import {
  MAILS_IN_PARALLEL,
  type MailDelivery,
  mailDeliverySchema,
  sendNotificationMail,
} from "../../functions/_shared/notification-mails.ts";
import type { Mailbox } from "../auth/mail-transport.ts";
import { type Log, logged } from "../common/log.ts";
import { repeat } from "../common/repeat.ts";
import { type Database, hasFunction } from "../database/database.ts";

export interface DeliveryOptions {
  database: Database;
  mail: Mailbox;
  siteUrl: string;
  invoke: (name: "push" | "builds") => Promise<Response>;
  log: Log;
}

const mailQueueOf = (database: Database): Queue<MailDelivery> => ({
  async take() {
    const [row] = await database.query<{ due: string }>(
      "select public.claim_deliveries('email', $1::int)::text as due",
      [MAILS_IN_PARALLEL],
    );
    return v.parse(v.array(mailDeliverySchema), JSON.parse(row?.due ?? "[]"));
  },
  async settle(results) {
    await database.query("select public.complete_deliveries($1::text::jsonb)", [JSON.stringify(results)]);
  },
});

export async function deliver(options: DeliveryOptions): Promise<void> {
  const { database, mail, siteUrl, invoke, log } = options;
  if (!(await hasFunction(database, "public.claim_deliveries(text, integer)"))) return;
  const [waits] = await database.query<{ push: boolean; builds: boolean }>(
    `select exists (select 1 from private.deliveries where channel = 'push' and not_before <= now()) as push,
       exists (select 1 from private.build_checks where not_before <= now())
         or exists (select 1 from private.file_removals where not_before <= now()) as builds`,
  );
  if (waits?.push) await (await invoke("push")).body?.cancel();
  if (waits?.builds) await (await invoke("builds")).body?.cancel();
  await drain(mailQueueOf(database), async (delivery) => {
    const attempt = await sendNotificationMail(delivery, siteUrl, (message) => mail.send(message));
    if (attempt.failure) log("mail_failed", { kind: delivery.kind, message: attempt.failure });
    // An e-mail in the mailbox was not sent.
    return mail.sends || attempt.outcome !== "done" ? attempt : { outcome: "done", failure: "not_set_up" };
  });
}

export async function startDeliveries(options: DeliveryOptions): Promise<() => Promise<void>> {
  const { run, stop } = repeat(60_000, () => deliver(options), logged(options.log, "deliveries_failed"));
  await options.database.listen({ channel: "betaflock_deliveries", onMessage: run, onReconnect: run });
  return stop;
}
