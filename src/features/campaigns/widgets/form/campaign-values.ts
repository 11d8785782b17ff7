// Values and validation of the campaign form, and their conversion to rows. The server validates
// again.
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { tasksField } from "#features/tasks/task-form.ts";
import { lazyMessage } from "#i18n/i18n.ts";
import { CAMPAIGN_DEFAULTS } from "#lib/constants.ts";
import { oneLine, trimmed } from "#sync/inputs/single-line.ts";
import type { BriefInput, CampaignInput } from "#sync/mutations/campaigns.ts";
import type { Brief } from "#sync/schema/briefs.ts";
import {
  type Campaign,
  campaignLimits,
  campaignVisibility,
  category,
  effortLimits,
  platform,
  rewardModel,
  screeningQuestion,
} from "#sync/schema/campaigns.ts";
import { fourDigitYear } from "#ui/day-schema.ts";
import { anyNumber } from "#ui/number-input.tsx";
import type { FormTab } from "../../search.ts";

const required = lazyMessage(msg`Required`);
const tooLong = lazyMessage(msg`This is too long.`);
const text = (max: number) => v.pipe(v.string(), v.maxCodePoints(max, tooLong));
const requiredDay = v.pipe(v.string(), v.nonEmpty(required), fourDigitYear);

/** The form holds null for an empty number; the validated output is a number. */
const requiredNumber = (
  min: number,
  max: number,
  belowMin: () => string,
  aboveMax: () => string,
  notWhole = lazyMessage(msg`Whole numbers only.`),
) =>
  v.pipe(
    anyNumber,
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
    question: v.pipe(v.string(), v.transform(oneLine), v.nonEmpty(required), v.maxCodePoints(300, tooLong)),
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
  mostTesters: number | null;
  /** Testers who have joined. */
  fewestTesters: number;
  /** Earliest valid start date: today, or the saved one if it is earlier. */
  earliestStart: string;
}

export const campaignForm = ({ mostTesters, fewestTesters, earliestStart }: FormLimits) =>
  v.pipe(
    v.object({
      title: v.pipe(
        v.string(),
        v.transform(oneLine),
        v.minCodePoints(campaignLimits.title.min, lazyMessage(msg`Title must be at least 5 characters.`)),
        v.maxCodePoints(campaignLimits.title.max, tooLong),
      ),
      description: v.pipe(
        v.string(),
        v.transform(trimmed),
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
      effort_minutes: v.pipe(
        anyNumber,
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
      app_id: v.string(),
      release_id: v.string(),
      build_url: v.pipe(
        text(2000),
        v.transform(oneLine),
        v.check(
          (url) => url === "" || isWebAddress(url),
          lazyMessage(msg`Enter a full address that starts with https://`),
        ),
      ),
      screening: v.array(question),
      tasks: tasksField,
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

/** Value of `release_id` for a campaign that follows its app. */
export const NEWEST = "newest";

export type CampaignFormIn = v.InferInput<ReturnType<typeof campaignForm>>;
export type CampaignFormOut = v.InferOutput<ReturnType<typeof campaignForm>>;

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Mirrors `private.default_testers`. @param most the admins' limit, or null */
export const defaultTesters = (most: number | null): number =>
  Math.min(CAMPAIGN_DEFAULTS.max_testers, most ?? CAMPAIGN_DEFAULTS.max_testers);

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
  tasks: [],
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
  release_id: brief?.follows_newest ? NEWEST : (brief?.release_id ?? ""),
  build_url: brief?.build_url ?? "",
  screening: campaign.screening.map((q) => ({ ...q, options: [...q.options], pass: [...q.pass] })),
  tasks: (brief?.tasks ?? []).map((task) => structuredClone(task)),
  agreement: campaign.agreement,
  review_days: campaign.review_days,
});

export function toRows(values: CampaignFormOut): {
  campaign: Omit<CampaignInput, "currency">;
  brief: BriefInput;
} {
  const { instructions, build_url, app_id, release_id, tasks, ...campaign } = values;
  return {
    campaign: { ...campaign, app_id: app_id === "" ? null : app_id },
    brief: {
      ...{ instructions, build_url, tasks },
      release_id: release_id === "" || release_id === NEWEST ? null : release_id,
      follows_newest: release_id === NEWEST,
    },
  };
}

/** Fields that Next validates per tab, also used to find a field's tab. */
export const fieldsOf: { readonly [T in FormTab]: readonly (keyof CampaignFormIn)[] } = {
  basic: ["app_id", "release_id", "title", "description", "category"],
  details: [
    "start_date",
    "end_date",
    "max_testers",
    "effort_minutes",
    "platform",
    "auto_select",
    "reminders",
    "visibility",
    "tasks",
  ],
  rewards: ["reward_model", "reward_amount_cents"],
  requirements: ["requirements", "instructions", "build_url", "screening", "agreement", "review_days"],
};
