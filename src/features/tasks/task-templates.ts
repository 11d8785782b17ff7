// Built-in tasks for the campaign form.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Question, QuestionKind, Task, TaskKind } from "#sync/schema/tasks.ts";
import { newKey, newQuestion, newTask } from "./task-form.ts";

interface TemplateTask {
  kind: TaskKind;
  title: MessageDescriptor;
  body?: MessageDescriptor;
  minutes: number;
  steps?: readonly (readonly [MessageDescriptor, MessageDescriptor])[];
  questions?: readonly (readonly [QuestionKind, MessageDescriptor?, (readonly MessageDescriptor[])?])[];
}

const ease: TemplateTask["questions"] = [["seq", msg`Overall, how easy was this task?`]];

const survey: TemplateTask = {
  kind: "survey",
  title: msg`Your overall impression`,
  minutes: 5,
  questions: [
    ["sus"],
    ["nps", msg`How likely are you to recommend this app to a friend?`],
    ["text", msg`What should we change first?`],
  ],
};

const templates = {
  first_run: {
    label: msg`First run`,
    tasks: [
      {
        kind: "script",
        title: msg`First run`,
        body: msg`Act as if you had just found the app. Do not read any help first.`,
        minutes: 10,
        steps: [
          [msg`Install the app and open it`, msg`It opens without an error`],
          [msg`Look at the first screen for five seconds`, msg`You know what the app is for`],
          [msg`Create an account or continue without one`, msg`You get in on the first try`],
          [msg`Answer each request for a permission as you normally would`, msg`You understand why the app asks`],
          [msg`Do once what the app is mainly for`, msg`You succeed without help`],
          [msg`Close the app and open it again`, msg`You are where you left off`],
        ],
        questions: ease,
      },
    ],
  },
  usability: {
    label: msg`Usability`,
    tasks: [
      {
        kind: "script",
        title: msg`Everyday tasks`,
        body: msg`Take your time. What confuses you is what we are looking for.`,
        minutes: 20,
        steps: [
          [msg`Do what the app is mainly for`, msg`You know what to do at each point`],
          [msg`Find something that you have done before`, msg`You find it where you look first`],
          [msg`Change a setting, then change it back`, msg`You see what has changed`],
          [msg`Make a mistake and correct it`, msg`The app tells you how`],
          [msg`Find out where you would get help`, msg`You find it within a minute`],
        ],
        questions: ease,
      },
      survey,
    ],
  },
  regression: {
    label: msg`Regression test`,
    tasks: [
      {
        kind: "script",
        title: msg`What worked before`,
        minutes: 20,
        steps: [
          [msg`Install the new build over the old one`, msg`Nothing of yours is missing`],
          [msg`Sign out and in again`, msg`You get in on the first try`],
          [msg`Go through what you use most`, msg`It works as before`],
          [msg`Turn off the connection and continue`, msg`Nothing you enter is lost`],
          [msg`Turn the connection on again`, msg`Everything arrives once`],
          [msg`Close the app in the middle of something and open it again`, msg`You can continue`],
        ],
      },
      {
        kind: "explore",
        title: msg`What is new in this build`,
        body: msg`Try what is new and write down what surprises you.`,
        minutes: 15,
      },
    ],
  },
  translation: {
    label: msg`Translation check`,
    tasks: [
      {
        kind: "script",
        title: msg`Every text`,
        body: msg`Set the app to your language first.`,
        minutes: 30,
        steps: [
          [msg`Open each screen and menu`, msg`Every text is translated`],
          [msg`Look for texts that do not fit`, msg`Nothing is cut off or overlaps`],
          [msg`Cause an error, for example with an empty field`, msg`The message is clear and polite`],
          [msg`Check dates, numbers, prices and plurals`, msg`They look as usual in your country`],
          [msg`Read a longer text aloud`, msg`It sounds natural`],
        ],
      },
    ],
  },
  accessibility: {
    label: msg`Accessibility`,
    tasks: [
      {
        kind: "script",
        title: msg`With other means`,
        body: msg`Use a screen reader (TalkBack, VoiceOver or NVDA) for the first two steps.`,
        minutes: 30,
        steps: [
          [msg`Move through the first screen with the screen reader`, msg`Each control says what it does`],
          [msg`Do what the app is mainly for with the screen reader`, msg`You succeed, and changes are announced`],
          [msg`Use a keyboard alone`, msg`You reach everything and always see where you are`],
          [msg`Set the text size to the largest`, msg`Nothing is cut off or overlaps`],
          [msg`Turn on the dark mode or high contrast`, msg`All texts can be read`],
          [msg`Turn off animations in the system settings`, msg`Nothing moves without need`],
        ],
        questions: ease,
      },
    ],
  },
  twelve_testers: {
    label: msg`12 testers, 14 days`,
    tasks: [
      {
        kind: "check_in",
        title: msg`Use the app today`,
        body: msg`Google Play asks for 12 testers who stay opted in for 14 days in a row. Join with the opt-in link, use the app each day, and check in here. Betaflock cannot see Google’s own count.`,
        // Five a day, because the estimate of a task covers all of its days.
        minutes: 70,
      },
      {
        kind: "survey",
        title: msg`After two weeks`,
        minutes: 5,
        questions: [
          ["text", msg`What did you use the app for?`],
          ["text", msg`What did not work?`],
          ["nps", msg`How likely are you to recommend this app to a friend?`],
        ],
      },
    ],
  },
} as const satisfies Record<string, { label: MessageDescriptor; tasks: readonly TemplateTask[] }>;

export type TaskTemplate = keyof typeof templates;

export const taskTemplates = (Object.keys(templates) as TaskTemplate[]).map((name) => ({
  name,
  label: templates[name].label,
}));

type Translate = (message: MessageDescriptor) => string;

export const templateTasks = (t: Translate, name: TaskTemplate): Task[] =>
  templates[name].tasks.map((template: TemplateTask): Task => {
    const { kind, title, body, minutes, steps = [], questions = [] } = template;
    return {
      ...newTask(kind),
      ...{ title: t(title), body: body ? t(body) : "", minutes },
      steps: steps.map(([action, expected]) => ({ id: newKey(), do: t(action), expect: t(expected) })),
      questions: questions.map(
        ([one, text, options = []]): Question => ({
          ...newQuestion(one),
          text: text ? t(text) : "",
          options: options.map(t),
        }),
      ),
    };
  });
