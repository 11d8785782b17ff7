import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Waves } from "#sync/schema/wave-functions.ts";
import { labelsAndTones } from "../../ui/labels-and-tones.ts";
import { failureTexts } from "../sync/failures.ts";
import { inviteFailure } from "./invitation-labels.ts";

export const [wavesStateLabel, wavesStateTone] = labelsAndTones<Waves["state"]>({
  running: [msg({ message: "Running", context: "waves" }), "accent"],
  paused: [msg({ message: "Paused", context: "waves" }), "caution"],
  done: [msg({ message: "Done", context: "waves" }), "positive"],
  exhausted: [msg({ message: "List used up", context: "waves" }), "caution"],
  closed: [msg({ message: "Ended", context: "waves" }), "neutral"],
  stopped: [msg({ message: "Stopped", context: "waves" }), "neutral"],
});

const problems: Partial<Record<string, MessageDescriptor>> = {
  rate_limited: msg`Too many invitations were sent today.`,
  too_many: msg`The campaign has 10,000 open invitations.`,
  not_allowed: msg`The person who started these waves can no longer invite testers. Resume them to invite in your name.`,
};

/** Explains why the last wave was postponed or the plan was paused automatically. */
export const wavesProblem = (code: string): MessageDescriptor =>
  problems[code] ?? msg`Something went wrong on the server.`;

export const wavesFailure = failureTexts(
  {
    duplicate: msg`Waves are running for this campaign already. Close this window to see them.`,
    invalid: msg`None of them can be invited any more.`,
    too_many: msg`The limit is reached: the list of a plan can have 5,000 people.`,
    wrong_state: msg`These waves are paused or have ended.`,
  },
  inviteFailure,
);
