import { i18n } from "@lingui/core";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { filledFields, templateNames, templateValues, typedFields } from "../../../src/features/campaigns/templates.ts";
import {
  type CampaignFormIn,
  campaignForm,
  defaultTesters,
  emptyForm,
} from "../../../src/features/campaigns/widgets/form/campaign-values.ts";
import { changedOnly } from "../../../src/lib/changed-only.ts";
import type { TemplateValues } from "../../../sync/schema/templates.ts";

const schema = campaignForm({ mostTesters: null, fewestTesters: 0, earliestStart: "2026-01-01" });
const good: CampaignFormIn = {
  ...emptyForm,
  title: "A tidy test",
  description: "Please try every screen twice.",
  start_date: "2026-12-01",
  end_date: "2026-12-10",
};
function errors(change: Partial<CampaignFormIn>, form = schema): Record<string, string> {
  const parsed = v.safeParse(form, { ...good, ...change });
  return Object.fromEntries((parsed.issues ?? []).map((i) => [v.getDotPath(i) ?? "", i.message]));
}

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

describe("campaign form", () => {
  test("K1 the defaults are 25 testers, all platforms, testing, 15 USD, automatic selection", () => {
    expect(emptyForm).toMatchObject({
      max_testers: 25,
      platform: "all",
      reward_model: "testing",
      reward_amount_cents: 1500,
      auto_select: true,
    });
    expect(errors({})).toEqual({});
  });

  test.each([
    [null, 25],
    [100, 25],
    [25, 25],
    [20, 20],
    [1, 1],
  ])("S16 S25 if admins allow %s testers, a new campaign starts with %i, which the form accepts", (most, first) => {
    expect(defaultTesters(most)).toBe(first);
    const limited = campaignForm({ mostTesters: most, fewestTesters: 0, earliestStart: "2026-01-01" });
    expect(errors({ max_testers: first }, limited)).toEqual({});
  });

  test("V4 rejects title and description with the exact messages", () => {
    expect(errors({ title: " Abc ", description: "too short" })).toEqual({
      title: "Title must be at least 5 characters.",
      description: "Description must be at least 20 characters.",
    });
  });

  test("V4 dates, testers and amount are required, and at least 1", () => {
    expect(errors({ start_date: "", end_date: "", max_testers: null, reward_amount_cents: null })).toEqual({
      start_date: "Required",
      end_date: "Required",
      max_testers: "Required",
      reward_amount_cents: "Required",
    });
    expect(errors({ max_testers: 0, reward_amount_cents: 99 })).toEqual({
      max_testers: "Number of testers must be at least 1.",
      reward_amount_cents: "Reward amount must be at least 1.",
    });
  });

  test("V4 rejects a start in the past and fractions of a cent instead of rounding", () => {
    const today = campaignForm({ mostTesters: null, fewestTesters: 0, earliestStart: "2026-12-01" });
    expect(errors({ start_date: "2026-11-30" }, today)).toEqual({ start_date: "The start date can't be in the past." });
    expect(errors({ start_date: "2026-12-01" }, today)).toEqual({});
    expect(errors({ reward_amount_cents: 199.9 })).toEqual({
      reward_amount_cents: "This amount has too many decimals.",
    });
  });

  test("V4 checks that the end date is not before the start date, even while other fields are invalid", () => {
    const said = { end_date: "The end date can't be before the start date." };
    expect(errors({ end_date: "2026-11-30" })).toEqual(said);
    expect(errors({ end_date: "2026-11-30", title: "" })).toMatchObject(said);
    expect(errors({ end_date: "2026-12-01" })).toEqual({});
  });

  test("S25 rejects more testers than admins allow, or fewer than have joined", () => {
    const limited = campaignForm({ mostTesters: 100, fewestTesters: 7, earliestStart: "2026-01-01" });
    expect(Object.keys(errors({ max_testers: 101 }, limited))).toEqual(["max_testers"]);
    expect(Object.keys(errors({ max_testers: 6 }, limited))).toEqual(["max_testers"]);
    expect(errors({ max_testers: 7 }, limited)).toEqual({});
  });

  test("accepts a web address or nothing as the link to the build", () => {
    expect(errors({ build_url: "" })).toEqual({});
    expect(errors({ build_url: "https://example.test/a.apk" })).toEqual({});
    expect(Object.keys(errors({ build_url: "javascript:alert(1)" }))).toEqual(["build_url"]);
    expect(Object.keys(errors({ build_url: "example.test" }))).toEqual(["build_url"]);
  });

  test("rejects a question with only one answer to choose from", () => {
    const question = { id: crypto.randomUUID(), question: "Which?", options: ["a"], pass: [], required: true };
    expect(Object.keys(errors({ screening: [{ ...question, kind: "choice" }] }))).toEqual(["screening.0.options"]);
    expect(errors({ screening: [{ ...question, kind: "text" }] })).toEqual({});
  });

  test("S16 an edit writes only the changed fields", () => {
    const before = { title: "A", screening: [{ id: "1" }], max_testers: 3 };
    expect(changedOnly({ ...before, screening: [{ id: "1" }], max_testers: 4 }, before)).toEqual({ max_testers: 4 });
  });

  test("S16 each template fills the form with valid values that do not count as typed", () => {
    const t = i18n._.bind(i18n);
    const all = templateNames.map((name) => templateValues(t, name));
    const withIds = (template: TemplateValues) => ({
      ...template,
      screening: template.screening.map((question) => ({ ...question, id: crypto.randomUUID() })),
    });
    for (const template of all) {
      const values = withIds(template);
      expect(errors(values)).toEqual({});
      expect(filledFields(template)).toEqual(["description", "effort_minutes", "instructions", "screening"]);
      const [other = template] = all.filter((one) => one !== template);
      expect(typedFields(values, other, all)).toEqual([]);
      expect(typedFields({ ...values, description: "My own words" }, other, all)).toEqual(["description"]);
      // Fields that the template leaves empty keep their values.
      expect(typedFields({ ...values, agreement: "Mine", requirements: "Gloves" }, other, all)).toEqual([]);
      const own = { ...other, agreement: "Ours" };
      expect(typedFields({ ...values, agreement: "Mine" }, own, [...all, own])).toEqual(["agreement"]);
      expect(typedFields({ ...values, agreement: "Ours" }, own, [...all, own])).toEqual([]);
      expect(typedFields({ ...emptyForm, screening: [] }, own, all)).toEqual([]);
    }
  });
});
