// What the campaign form holds, what it asks of each field (V4), and how that becomes rows. The
// server asks the same again. Never writes anything.
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import type { BriefInput, CampaignInput } from "../../../../../sync/mutations/campaigns.ts";
import type { Brief } from "../../../../../sync/schema/briefs.ts";
import {
  type Campaign,
  campaignLimits,
  campaignVisibility,
  category,
  effortLimits,
  platform,
  rewardModel,
  screeningQuestion,
} from "../../../../../sync/schema/campaigns.ts";
import { lazyMessage } from "../../../../i18n/i18n.ts";
import { CAMPAIGN_DEFAULTS } from "../../../../lib/constants.ts";
import type { FormTab } from "../../search.ts";

const required = lazyMessage(msg`Required`);
const tooLong = lazyMessage(msg`This is too long.`);
const text = (max: number) => v.pipe(v.string(), v.maxCodePoints(max, tooLong));
/**
 * A date field takes the years 20 and 20266 as well; the server and other people's devices do not.
 */
const requiredDay = v.pipe(
  v.string(),
  v.nonEmpty(required),
  v.check((day) => day === "" || /^(19|[2-9]\d)\d\d-/.test(day), lazyMessage(msg`Enter a year with four digits.`)),
);

/** An empty number is null in the form and must be answered; what leaves the form is a number. */
const requiredNumber = (
  min: number,
  max: number,
  belowMin: () => string,
  aboveMax: () => string,
  notWhole = lazyMessage(msg`Whole numbers only.`),
) =>
  v.pipe(
    v.nullable(v.number()),
    v.check((n) => n !== null, required),
    v.check((n) => n === null || n >= min, belowMin),
    v.check((n) => n === null || n <= max, aboveMax),
    v.check((n) => n === null || Number.isInteger(n), notWhole),
    v.transform((n) => n ?? 0),
  );

const effortOutOfRange = lazyMessage(
  msg`Between ${effortLimits.min} and ${effortLimits.max} minutes, or leave it empty.`,
);

const question = v.pipe(
  v.object({
    ...screeningQuestion.entries,
    question: v.pipe(v.string(), v.trim(), v.nonEmpty(required), v.maxCodePoints(300, tooLong)),
  }),
  v.forward(
    v.partialCheck(
      [["kind"], ["options"]],
      (q) => q.kind !== "choice" || q.options.length >= 2,
      lazyMessage(msg`Give at least two answers to choose from.`),
    ),
    ["options"],
  ),
);

export interface FormLimits {
  /** What the admins allow; null: they have not said. */
  mostTesters: number | null;
  /** Testers who are in already. */
  fewestTesters: number;
  /** The first day that a start may be on: today, or an earlier one that was saved before. */
  earliestStart: string;
}

export const campaignForm = ({ mostTesters, fewestTesters, earliestStart }: FormLimits) =>
  v.pipe(
    v.object({
      title: v.pipe(
        v.string(),
        v.trim(),
        v.minCodePoints(campaignLimits.title.min, lazyMessage(msg`Title must be at least 5 characters.`)),
        v.maxCodePoints(campaignLimits.title.max, tooLong),
      ),
      description: v.pipe(
        v.string(),
        v.trim(),
        v.minCodePoints(campaignLimits.description.min, lazyMessage(msg`Description must be at least 20 characters.`)),
        v.maxCodePoints(campaignLimits.description.max, tooLong),
      ),
      category,
      start_date: v.pipe(
        requiredDay,
        v.check((day) => day === "" || day >= earliestStart, lazyMessage(msg`The start date can't be in the past.`)),
      ),
      end_date: requiredDay,
      max_testers: requiredNumber(
        Math.max(1, fewestTesters),
        mostTesters ?? 10_000,
        fewestTesters > 1
          ? lazyMessage(msg`${fewestTesters} testers have already joined.`)
          : lazyMessage(msg`Number of testers must be at least 1.`),
        lazyMessage(msg`A campaign can have at most ${mostTesters ?? 10_000} testers.`),
      ),
      /** Null: not said. */
      effort_minutes: v.pipe(
        v.nullable(v.number()),
        v.check((n) => n === null || (n >= effortLimits.min && n <= effortLimits.max), effortOutOfRange),
        v.check((n) => n === null || Number.isInteger(n), lazyMessage(msg`Whole numbers only.`)),
      ),
      platform,
      auto_select: v.boolean(),
      reminders: v.boolean(),
      visibility: campaignVisibility,
      reward_model: rewardModel,
      reward_amount_cents: requiredNumber(
        100,
        100_000_000,
        lazyMessage(msg`Reward amount must be at least 1.`),
        lazyMessage(msg`This amount is too large.`),
        lazyMessage(msg`This amount has too many decimals.`),
      ),
      requirements: text(2000),
      instructions: text(20_000),
      /** Empty: none. */
      app_id: v.string(),
      release_id: v.string(),
      build_url: v.pipe(
        text(2000),
        v.trim(),
        v.check(
          (url) => url === "" || isWebAddress(url),
          lazyMessage(msg`Enter a full address that starts with https://`),
        ),
      ),
      screening: v.array(question),
      agreement: text(20_000),
      review_days: requiredNumber(
        1,
        60,
        lazyMessage(msg`Give yourself at least one day.`),
        lazyMessage(msg`At most 60 days: testers wait for your answer.`),
      ),
    }),
    v.forward(
      v.partialCheck(
        [["start_date"], ["end_date"]],
        (days) => days.start_date === "" || days.end_date === "" || days.end_date >= days.start_date,
        lazyMessage(msg`The end date can't be before the start date.`),
      ),
      ["end_date"],
    ),
  );

export type CampaignFormIn = v.InferInput<ReturnType<typeof campaignForm>>;
export type CampaignFormOut = v.InferOutput<ReturnType<typeof campaignForm>>;

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

export const emptyForm: CampaignFormIn = {
  title: "",
  description: "",
  category: "productivity",
  start_date: "",
  end_date: "",
  max_testers: CAMPAIGN_DEFAULTS.max_testers,
  effort_minutes: null,
  platform: CAMPAIGN_DEFAULTS.platform,
  auto_select: CAMPAIGN_DEFAULTS.auto_select,
  reminders: CAMPAIGN_DEFAULTS.reminders,
  visibility: CAMPAIGN_DEFAULTS.visibility,
  reward_model: CAMPAIGN_DEFAULTS.reward_model,
  reward_amount_cents: CAMPAIGN_DEFAULTS.reward_amount_cents,
  requirements: "",
  instructions: "",
  app_id: "",
  release_id: "",
  build_url: "",
  screening: [],
  agreement: "",
  review_days: CAMPAIGN_DEFAULTS.review_days,
};

export const toForm = (campaign: Campaign, brief: Brief | null): CampaignFormIn => ({
  title: campaign.title,
  description: campaign.description,
  category: campaign.category,
  start_date: campaign.start_date,
  end_date: campaign.end_date,
  max_testers: campaign.max_testers,
  effort_minutes: campaign.effort_minutes,
  platform: campaign.platform,
  auto_select: campaign.auto_select,
  reminders: campaign.reminders,
  visibility: campaign.visibility,
  reward_model: campaign.reward_model,
  reward_amount_cents: campaign.reward_amount_cents,
  requirements: campaign.requirements,
  instructions: brief?.instructions ?? "",
  app_id: campaign.app_id ?? "",
  release_id: brief?.release_id ?? "",
  build_url: brief?.build_url ?? "",
  screening: campaign.screening.map((q) => ({ ...q, options: [...q.options], pass: [...q.pass] })),
  agreement: campaign.agreement,
  review_days: campaign.review_days,
});

export function toRows(values: CampaignFormOut): {
  campaign: Omit<CampaignInput, "currency">;
  brief: BriefInput;
} {
  const { instructions, build_url, app_id, release_id, ...campaign } = values;
  return {
    campaign: { ...campaign, app_id: app_id === "" ? null : app_id },
    brief: { instructions, build_url, release_id: release_id === "" ? null : release_id },
  };
}

/** Only what was changed here: another device's edit of another field must not be written over. */
export function changedOnly<T extends object>(values: T, before: object): Partial<T> {
  const old = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(old[key])),
  ) as Partial<T>;
}

/** What Next checks on each tab, and where an error is looked for. */
export const fieldsOf: { readonly [T in FormTab]: readonly (keyof CampaignFormIn)[] } = {
  basic: ["title", "description", "category"],
  details: [
    "start_date",
    "end_date",
    "max_testers",
    "effort_minutes",
    "platform",
    "auto_select",
    "reminders",
    "visibility",
  ],
  rewards: ["reward_model", "reward_amount_cents"],
  requirements: [
    "requirements",
    "instructions",
    "app_id",
    "release_id",
    "build_url",
    "screening",
    "agreement",
    "review_days",
  ],
};
