import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

interface Choice {
  text: MessageDescriptor;
  why: MessageDescriptor;
  better?: true;
}

export interface Exercise {
  title: MessageDescriptor;
  question: MessageDescriptor;
  choices: readonly [Choice, Choice];
}

export const exercises: readonly Exercise[] = [
  {
    title: msg`A title that says what happened`,
    question: msg`You add an expense of 12,50 in a budget app. After saving, the list shows 0. Which title helps the developer more?`,
    choices: [
      {
        text: msg`Saving does not work`,
        why: msg`This could be a dozen different problems. Say what happens, and when.`,
      },
      {
        better: true,
        text: msg`Amount turns to 0 when an expense with a comma is saved`,
        why: msg`It says what happens and when. The developer recognizes it among fifty reports.`,
      },
    ],
  },
  {
    title: msg`Steps, and what you expected`,
    question: msg`Now you describe it. Which text helps more?`,
    choices: [
      {
        better: true,
        text: msg`1. Tap “Add expense”. 2. Enter 12,50. 3. Tap “Save”. I expected 12.50 in the list, but it shows 0, also after a restart.`,
        why: msg`Anybody can repeat it, and it says both what you expected and what you saw.`,
      },
      {
        text: msg`I was adding my expenses as usual and then the amount was wrong. Please fix this, it is really annoying.`,
        why: msg`The developer cannot repeat this. List what you did, step by step, then what you expected and what you saw.`,
      },
    ],
  },
  {
    title: msg`Evidence that shows it`,
    question: msg`Which picture do you attach?`,
    choices: [
      {
        better: true,
        text: msg`One screenshot of the list, with an arrow at the amount`,
        why: msg`It shows the problem at a glance. You can draw on pictures, and hide what is private, before you send them.`,
      },
      {
        text: msg`Ten screenshots, from opening the app to closing it`,
        why: msg`The developer has to search all ten for the one that matters. One picture with a mark says more.`,
      },
    ],
  },
  {
    title: msg`When somebody was first`,
    question: msg`While you type, a known issue appears: “Amounts with a comma become 0”. What do you do?`,
    choices: [
      {
        text: msg`I send my report anyway, so that it counts as well`,
        why: msg`It would be rejected as a duplicate: that costs nothing, but earns nothing either. Confirm the known issue instead.`,
      },
      {
        better: true,
        text: msg`I confirm the known issue and report only what is new`,
        why: msg`The developer sees how many testers it happens to, and you have time to find something new.`,
      },
    ],
  },
];
