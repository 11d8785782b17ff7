import { Trans, useLingui } from "@lingui/react/macro";
import { Check, CircleAlert, Clock } from "lucide-react";
import type { ContactLetter } from "#sync/schema/admin-functions.ts";
import { Badge } from "#ui/badge.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { OwnMail } from "./own-mail.tsx";

interface ReplyProps {
  reply: ContactLetter["replies"][number];
  letter: ContactLetter;
  mailOff: boolean;
}

export function Reply({ reply, letter, mailOff }: ReplyProps) {
  const { author_name, text, at, delivery } = reply;
  const why = useWhy(reply, mailOff);
  return (
    <div className="flex max-w-prose flex-col gap-1 border-line border-s-2 ps-3">
      <p className="whitespace-pre-wrap break-words">{text}</p>
      <p className="text-muted text-sm">
        {delivery === "sent" ? <Trans>Answered by {author_name}</Trans> : <Trans>Written by {author_name}</Trans>} ·{" "}
        <DateText value={at} />
      </p>
      <DeliveryBadge delivery={delivery} />
      {why !== "" && <p className="break-words text-sm">{why}</p>}
      {(delivery === "failed" || (delivery === "waiting" && mailOff)) && (
        <div className="flex flex-wrap gap-2 pt-1">
          <OwnMail letter={letter} text={text} />
        </div>
      )}
    </div>
  );
}

function DeliveryBadge({ delivery }: Pick<ReplyProps["reply"], "delivery">) {
  switch (delivery) {
    case "sent":
      return (
        <Badge tone="positive" icon={Check}>
          <Trans context="reply by email">Sent</Trans>
        </Badge>
      );
    case "waiting":
      return (
        <Badge icon={Clock}>
          <Trans>Waiting to be sent</Trans>
        </Badge>
      );
    case "failed":
      return (
        <Badge tone="danger" icon={CircleAlert}>
          <Trans>Could not be sent</Trans>
        </Badge>
      );
  }
}

/** Why it was not sent; empty if it was sent or is queued. */
function useWhy({ delivery, failure }: ReplyProps["reply"], mailOff: boolean): string {
  const { t } = useLingui();
  if (delivery === "sent") return "";
  if (failure === "not_set_up" || (delivery === "waiting" && mailOff)) return t`Email is not set up on this server.`;
  if (delivery === "waiting") return failure && t`The mail server rejected it. It will be sent again: ${failure}`;
  return failure
    ? t`The mail server rejected it: ${failure}`
    : t`It waited three days, and no mail server accepted it.`;
}
