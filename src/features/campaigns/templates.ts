import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TemplateValues } from "#sync/schema/templates.ts";
import type { Labels } from "../../i18n/labels.ts";

type Question = TemplateValues["screening"][number];
export type TemplateField = keyof TemplateValues;

export const templateFieldLabel: Labels<TemplateField> = {
  description: msg`Description`,
  effort_minutes: msg`Time needed`,
  requirements: msg`Requirements`,
  instructions: msg`Instructions`,
  screening: msg`Questions`,
  agreement: msg`Agreement`,
};
const templateFields = Object.keys(templateFieldLabel) as TemplateField[];

interface TemplateQuestion extends Pick<Question, "kind" | "required"> {
  question: MessageDescriptor;
  options?: readonly MessageDescriptor[];
  pass?: readonly string[];
}

interface Template {
  description: MessageDescriptor;
  instructions: MessageDescriptor;
  questions: readonly TemplateQuestion[];
  minutes: number;
}

const device: TemplateQuestion = {
  question: msg`Which device and which version of its system will you test on?`,
  kind: "text",
  required: true,
};

const templates = {
  usability: {
    description: msg`We want to know how easy our app is for new users. You do a few everyday tasks and tell us where you hesitated, got lost or expected something else. There are no wrong answers: what confuses you is what we are looking for.`,
    instructions: msg`1. Open the app as if you had just found it. Do not read any help first.
2. Set it up until you could use it.
3. Do once what the app is mainly for.
4. Change a setting, then change it back.
5. Find out where you would get help.

Write one report for each moment in which you hesitated, guessed or gave up: what you wanted to do, what you expected and what happened. Screenshots help a lot.`,
    questions: [
      { question: msg`Have you used this app before?`, kind: "yes_no", pass: ["no"], required: true },
      {
        question: msg`How often do you use similar apps?`,
        kind: "choice",
        options: [msg`Every day`, msg`Every week`, msg`Rarely or never`],
        required: true,
      },
    ],
    minutes: 30,
  },
  bugs: {
    description: msg`We are looking for whatever breaks: crashes, wrong results, texts that are cut off, buttons that do nothing. Use the app as you like, also in ways that we did not think of, and report each problem so that we can see it ourselves.`,
    instructions: msg`1. Use every part of the app at least once.
2. Try what people do by mistake: empty fields, very long texts, going back, turning the device.
3. Try bad conditions: no connection, a slow one, little battery, an interruption by a call.
4. Close the app in the middle of something and open it again.

Write one report for each problem: the steps from the start, what you expected and what happened. Try it a second time and say whether it happened again. Look at the known issues first.`,
    questions: [device],
    minutes: 60,
  },
  translation: {
    description: msg`We have translated our app and want to know how it reads for native speakers. You go through all screens and tell us what is wrong, sounds odd, is cut off or was not translated.`,
    instructions: msg`1. Set the app to your language.
2. Open every screen, menu, message and e-mail that you can reach, also the errors.
3. Look for mistakes, untranslated texts, unusual words, changes of tone, and texts that do not fit.
4. Check dates, numbers, prices and plurals.

Write one report for each problem: where it is, what it says and what it should say. A screenshot of each screen is enough; you need not describe how you got there.`,
    questions: [
      {
        question: msg`Are you a native speaker of the language that is to be checked?`,
        kind: "yes_no",
        pass: ["yes"],
        required: true,
      },
      { question: msg`Have you translated or edited texts before?`, kind: "text", required: false },
    ],
    minutes: 45,
  },
  regression: {
    description: msg`There is a new build of our app. We want to be sure that everything that worked before still works and that the problems we fixed are gone. You go through a list and report what is worse than before.`,
    instructions: msg`1. Install the new build over the old one, if you have it. Check that nothing of yours is missing.
2. Go through what you use most and compare it with what you are used to.
3. Try the known issues that we marked as fixed: are they gone?
4. Try what is new in this build.

Write one report for everything that is worse than before or still broken, with the version in which it worked last.`,
    questions: [{ question: msg`Did you use an earlier build of this app?`, kind: "yes_no", required: true }, device],
    minutes: 45,
  },
} as const satisfies Record<string, Template>;
export type TemplateName = keyof typeof templates;
export const templateNames = Object.keys(templates) as TemplateName[];

export const templateLabel: Labels<TemplateName> = {
  usability: msg`Usability`,
  bugs: msg`Bug hunt`,
  translation: msg`Translation check`,
  regression: msg`Regression test`,
};

type Translate = (message: MessageDescriptor) => string;

export function templateValues(t: Translate, name: TemplateName): TemplateValues {
  const { description, instructions, questions, minutes }: Template = templates[name];
  return {
    description: t(description),
    requirements: "",
    instructions: t(instructions),
    screening: questions.map(({ question, kind, options = [], pass = [], required }) => ({
      ...{ id: "", question: t(question), kind, options: options.map(t), pass: [...pass], required },
    })),
    agreement: "",
    effort_minutes: minutes,
  };
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) ? value.length === 0 : value === "");
const same = (a: unknown, b: unknown) => {
  const withoutIds = (key: string, value: unknown) => (key === "id" ? undefined : value);
  return JSON.stringify(a, withoutIds) === JSON.stringify(b, withoutIds);
};

/** Values that the template sets. Empty ones leave the form unchanged. */
export const filledFields = (template: TemplateValues): TemplateField[] =>
  templateFields.filter((field) => !isEmpty(template[field]));

/**
 * Fields that applying the template would overwrite, except values from a template. @param all
 * templates that may have set values
 */
export const typedFields = (values: TemplateValues, template: TemplateValues, all: readonly TemplateValues[]) =>
  filledFields(template).filter(
    (field) => !isEmpty(values[field]) && !all.some((one) => same(one[field], values[field])),
  );
