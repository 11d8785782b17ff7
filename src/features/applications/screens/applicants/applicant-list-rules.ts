// Free spots of a campaign, and whether applicants can be accepted. The server checks again under a
// lock.
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { shownStatus } from "#features/common/campaign-rules.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { levelOf } from "#sync/schema/karma.ts";
import { platformsOf } from "#sync/schema/profiles.ts";
import type { ApplicantOrder } from "../../search.ts";

export interface Spots {
  left: number;
  /** Why no applicant can be accepted, or null. */
  closed: MessageDescriptor | null;
}

/** @param today local calendar day */
export function spotsOf(campaign: Campaign, applicants: readonly Application[], today: string): Spots {
  const taken = applicants.filter((a) => a.status === "accepted" || a.status === "completed").length;
  const left = Math.max(0, campaign.max_testers - taken);
  if (campaign.hidden) return { left, closed: msg`An admin has hidden this campaign. It accepts no testers.` };
  if (shownStatus(campaign, today) !== "active") return { left, closed: msg`Only a running campaign accepts testers.` };
  if (left === 0) return { left, closed: msg`All spots are taken. Raise the number of testers to accept more.` };
  return { left, closed: null };
}

/**
 * True if the application needs a decision. Suspended users cannot be accepted, so they can wait.
 */
export const isWaiting = ({ status, card }: Pick<Application, "status" | "card">): boolean =>
  status === "pending" && !card.suspended;

export const whyNotAccept = ({ card }: Pick<Application, "card">, { closed }: Spots): MessageDescriptor | null =>
  card.suspended ? msg`This account is suspended and cannot take part at the moment.` : closed;

/**
 * True if automatic selection accepts all answers. Checks required questions only, like the server.
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
 * Facts in favor of an applicant, as far as the campaign defines them: a matching device, accepted
 * answers, a completed test, and reports rated 4 or more.
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

/** True if all defined facts are in favor. */
export const fitsFully = (...[campaign, application]: Parameters<typeof fitOf>): boolean =>
  fitOf(campaign, application).every(({ met }) => met);

/** The device to show in a compact row: one of the campaign's platform, else the first. */
export const mainDevice = (
  campaign: Pick<Campaign, "platform">,
  { card: { devices } }: Pick<Application, "card">,
): Application["card"]["devices"][number] | undefined =>
  devices.find((device) => platformsOf([device]).has(campaign.platform)) ?? devices[0];

/** Sorts waiting applicants first; among equal fits, experts first. */
export function sortApplicants(
  campaign: Pick<Campaign, "platform" | "screening">,
  list: readonly Application[],
  order: ApplicantOrder,
): Application[] {
  const met = (a: Application) => fitOf(campaign, a).filter((fact) => fact.met).length;
  const expert = (a: Application) => Number(levelOf(a.card.karma) === "expert");
  const waits = (a: Application) => (isWaiting(a) ? 0 : 1);
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

/** Waiting applicants by fit, then karma (the level), rating, and who applied first. */
export function bestFirst(
  campaign: Pick<Campaign, "platform" | "screening">,
  pending: readonly Application[],
): Application[] {
  const met = new Map(pending.map((a) => [a.id, fitOf(campaign, a).filter((fact) => fact.met).length]));
  return [...pending].sort(
    (a, b) =>
      (met.get(b.id) ?? 0) - (met.get(a.id) ?? 0) ||
      b.card.karma - a.card.karma ||
      (b.card.rating ?? 0) - (a.card.rating ?? 0) ||
      a.applied_at.localeCompare(b.applied_at),
  );
}
