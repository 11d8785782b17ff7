import { Trans } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Money } from "#ui/formatted-values.tsx";
import { minutesOf } from "./work.tsx";

interface PayPerHourProps {
  campaign: Pick<Campaign, "reward_model" | "reward_amount_cents" | "currency" | "effort_minutes" | "task_minutes">;
}

/** From the developer's estimate. Other reward models pay for an unknown number of results. */
export function PayPerHour({ campaign }: PayPerHourProps) {
  const { reward_model, reward_amount_cents, currency } = campaign;
  const minutes = minutesOf(campaign);
  if (reward_model !== "testing" || minutes === 0) return null;
  const cents = Math.round((reward_amount_cents * 60) / minutes);
  return (
    <Trans>
      about <Money cents={cents} currency={currency} /> per hour
    </Trans>
  );
}
