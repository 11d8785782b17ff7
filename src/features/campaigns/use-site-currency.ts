import type { Campaign } from "#sync/schema/campaigns.ts";
import { currency } from "#sync/schema/fields.ts";
import { CAMPAIGN_DEFAULTS } from "../../lib/constants.ts";
import { useSite } from "../../state/site-settings.ts";

export function useSiteCurrency(): Campaign["currency"] {
  const { currency: preset } = useSite();
  return currency.options.find((one) => one === preset) ?? CAMPAIGN_DEFAULTS.currency;
}
