// How many places a campaign has left, and why somebody can or cannot be accepted. The server
// decides again under a lock; this is what the device knows.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Application } from "../../../../../sync/schema/applications.ts";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import { levelOf } from "../../../../../sync/schema/karma.ts";
import { platformsOf } from "../../../../../sync/schema/profiles.ts";
import type { ApplicantOrder } from "../../search.ts";

export interface Spots {
  left: number;
  /** Why nobody can be accepted now; null: they can. */
  closed: MessageDescriptor | null;
}

export function spotsOf(campaign: Campaign, applicants: readonly Application[]): Spots {
  const taken = applicants.filter((a) => a.status === "accepted" || a.status === "completed").length;
  const left = Math.max(0, campaign.max_testers - taken);
  if (campaign.status !== "active") return { left, closed: msg`Only a running campaign accepts testers.` };
  if (left === 0) return { left, closed: msg`All spots are taken. Raise the number of testers to accept more.` };
  return { left, closed: null };
}

/**
 * Are all answers among those that automatic selection takes? As the server asks: of required
 * questions only.
 */
export const answersMatch = (campaign: Pick<Campaign, "screening">, application: Pick<Application, "answers">) =>
  campaign.screening.every(
    ({ id, required, pass }) =>
      !required ||
      pass.length === 0 ||
      pass.includes(application.answers.find((a) => a.question_id === id)?.value ?? ""),
  );

export const asksForAnswers = ({ screening }: Pick<Campaign, "screening">) =>
  screening.some((q) => q.required && q.pass.length > 0);

export type FitFact = "device" | "answers" | "tests" | "rating";

/**
 * What speaks for an applicant, of what can be asked in this campaign: a device of its platform,
 * the answers it wants, a test completed before, and reports rated 4 and more.
 */
export function fitOf(
  campaign: Pick<Campaign, "platform" | "screening">,
  application: Pick<Application, "card" | "answers">,
): { fact: FitFact; met: boolean }[] {
  const { devices, tests_completed, rating } = application.card;
  return [
    ...(campaign.platform === "all"
      ? []
      : [{ fact: "device" as const, met: platformsOf(devices).has(campaign.platform) }]),
    ...(asksForAnswers(campaign) ? [{ fact: "answers" as const, met: answersMatch(campaign, application) }] : []),
    { fact: "tests", met: tests_completed > 0 },
    { fact: "rating", met: (rating ?? 0) >= 4 },
  ];
}

/** Does everything that can be asked speak for them? */
export const fitsFully = (...[campaign, application]: Parameters<typeof fitOf>): boolean =>
  fitOf(campaign, application).every(({ met }) => met);

/** The device to name where there is room for one: of the campaign's platform, else the first. */
export const mainDevice = (
  campaign: Pick<Campaign, "platform">,
  { card: { devices } }: Pick<Application, "card">,
): Application["card"]["devices"][number] | undefined =>
  devices.find((device) => platformsOf([device]).has(campaign.platform)) ?? devices[0];

/**
 * Who waits for an answer comes first, whatever the order; of those who fit as well, experts do.
 */
export function sortApplicants(
  campaign: Pick<Campaign, "platform" | "screening">,
  list: readonly Application[],
  order: ApplicantOrder,
): Application[] {
  const met = (a: Application) => fitOf(campaign, a).filter((fact) => fact.met).length;
  const expert = (a: Application) => Number(levelOf(a.card.karma) === "expert");
  const waits = (a: Application) => (a.status === "pending" ? 0 : 1);
  return [...list].sort(
    (a, b) =>
      waits(a) - waits(b) ||
      (order === "karma"
        ? b.card.karma - a.card.karma
        : order === "rating"
          ? (b.card.rating ?? 0) - (a.card.rating ?? 0)
          : order === "tests"
            ? b.card.tests_completed - a.card.tests_completed
            : order === "fit"
              ? met(b) - met(a) || expert(b) - expert(a)
              : 0) ||
      b.applied_at.localeCompare(a.applied_at),
  );
}
