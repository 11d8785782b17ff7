import { msg } from "@lingui/core/macro";
import type { Account } from "#sync/schema/accounts.ts";

export type BillingInfo = Account["billing"];

export const plans = ["free", "pro", "team"] as const;
export const planName = { free: msg`Free`, pro: msg`Pro`, team: msg`Team` } as const;
export const planHelp = {
  free: msg`One person, all features.`,
  pro: msg`One developer with many campaigns.`,
  team: msg`Several people from one company.`,
} as const;
