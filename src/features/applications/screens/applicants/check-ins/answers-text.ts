// The answers for Google Play's production form, as Markdown, from the rows of this device. Missing
// data is named as missing.
import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { feedbackTypeLabel } from "#features/common/report-labels.ts";
import { checkInOf, checkInsOf, checkInsPerDay, closedTest } from "#features/tasks/check-ins.ts";
import { questionKindLabel } from "#features/tasks/labels.ts";
import { figuresOf, takersOf } from "#features/tasks/result-figures.ts";
import { dayOf } from "#i18n/format.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import type { Release } from "#sync/schema/releases.ts";
import type { Task } from "#sync/schema/tasks.ts";

interface AnswerRows {
  campaign: Campaign;
  tasks: readonly Task[];
  applicants: readonly Application[];
  reports: readonly Feedback[];
  releases: readonly Release[];
}

interface Language {
  t: (message: MessageDescriptor) => string;
  /** Formats a calendar day or an instant. */
  date: (value: string) => string;
  number: (value: number) => string;
  /** Local calendar day. */
  today: string;
}

type Line = string | MessageDescriptor;

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

export function googleAnswers(rows: AnswerRows, language: Language): string {
  const { t } = language;
  const section = (title: Line, lines: readonly Line[]) => [`## ${textOf(title)}`, "", ...lines.map(itemOf), ""];
  const textOf = (line: Line) => (typeof line === "string" ? line : t(line));
  const itemOf = (line: Line) => `- ${textOf(line)}`;
  return [
    `# ${t(msg`Answers for Google's production form`)}`,
    "",
    oneLine(rows.campaign.title),
    "",
    t(msg`Betaflock cannot see Google's own count of opted-in testers. Compare it in the Play Console.`),
    "",
    ...section(msg`Recruiting testers`, recruiting(rows)),
    ...section(msg`Engagement of the testers`, engagement(rows, language)),
    ...section(msg`Summary of the feedback`, feedback(rows, language)),
    ...section(msg`What you changed during the test`, changes(rows, language)),
    ...section(msg`What Betaflock has no data about`, [
      msg`Who the app is for, and what makes it valuable to them.`,
      msg`How many installs you expect in the first year.`,
      msg`How you decided that the app is ready for production.`,
    ]),
  ].join("\n");
}

function recruiting({ applicants }: AnswerRows): Line[] {
  const count = (...statuses: Application["status"][]) =>
    applicants.filter(({ status }) => statuses.includes(status)).length;
  const accepted = applicants.filter(({ accepted_at }) => accepted_at !== null).length;
  const left = applicants.filter(({ accepted_at, status }) => accepted_at !== null && status === "withdrawn").length;
  return [
    msg`${plural(applicants.length, { one: "# tester applied.", other: "# testers applied." })}`,
    msg`${plural(accepted, { one: "# was accepted.", other: "# were accepted." })}`,
    msg`${plural(left, { one: "# left the test.", other: "# left the test." })}`,
    msg`${plural(count("removed"), { one: "# was removed.", other: "# were removed." })}`,
    msg`${plural(count("pending"), { one: "# is waiting.", other: "# are waiting." })}`,
  ];
}

function engagement({ campaign, tasks, applicants }: AnswerRows, { date, number, today }: Language): Line[] {
  const task = checkInOf(tasks);
  if (!task) return [msg`Missing: the campaign has no daily check-in.`];
  const takers = takersOf(applicants);
  const figures = takers.map((taker) => checkInsOf(task, taker, campaign, today));
  const active = figures.filter(({ days }) => days > 0).length;
  const whole = figures.filter(({ longestRun }) => longestRun >= closedTest.days).length;
  const perDay = checkInsPerDay(task, takers, campaign, today);
  const total = perDay.reduce((sum, { testers }) => sum + testers, 0);
  const { days, testers } = closedTest;
  const [start, end] = [date(campaign.start_date), date(campaign.end_date)];
  if (total === 0) return [msg`Missing: nobody has checked in.`];
  const average = number(total / perDay.length);
  return [
    msg`The test runs from ${start} to ${end}; its figures cover ${perDay.length} days so far.`,
    msg`${plural(active, { one: "# tester used the app", other: "# testers used the app" })} on at least one day.`,
    msg`${plural(whole, { one: "# tester", other: "# testers" })} checked in on ${days} days in a row. Google asks for ${testers}.`,
    msg`Testers with a check-in per day: ${average} on average.`,
    ...perDay.map((one) => `${date(one.day)}: ${number(one.testers)}`),
  ];
}

function feedback({ tasks, applicants, reports }: AnswerRows, { t, number }: Language): Line[] {
  const people = new Set(reports.map(({ tester_id }) => tester_id)).size;
  const types = (["bug", "usability", "feature"] as const).map((type) => {
    const count = reports.filter((report) => report.type === type).length;
    return `${t(feedbackTypeLabel[type])}: ${number(count)}`;
  });
  const takers = takersOf(applicants);
  const survey = tasks.flatMap((task) =>
    task.questions.flatMap((question): Line[] => {
      const { n, score, bars, texts } = figuresOf(task, question, takers, "");
      const text = oneLine(question.text === "" ? t(questionKindLabel[question.kind]) : question.text);
      if (n === 0) return [msg`${text}: missing, nobody has answered.`];
      if (score) return [`${text}: ${number(score.value)} (${number(score.low)} – ${number(score.high)}; n = ${n})`];
      if (texts.length > 0) return texts.map((one) => `${text}: “${oneLine(one.text)}”`);
      const given = bars.filter(({ value }) => value > 0).map(({ label, value }) => `${label}: ${number(value)}`);
      return [`${text}: ${given.join(", ")} (n = ${n})`];
    }),
  );
  return [
    msg`Collected with written reports and surveys in Betaflock.`,
    ...(reports.length === 0
      ? [msg`Missing: nobody has sent a report.`]
      : [
          msg`${plural(reports.length, { one: "# report", other: "# reports" })} from ${plural(people, { one: "# tester", other: "# testers" })}:`,
          ...types,
        ]),
    ...(survey.length === 0 ? [msg`Missing: the campaign has no survey.`] : survey),
  ];
}

function changes({ campaign, reports, releases }: AnswerRows, { date, number }: Language): Line[] {
  const { start_date, end_date } = campaign;
  const during = releases
    .filter(({ published_at }) => {
      const day = published_at === null ? "" : dayOf(Date.parse(published_at));
      return day >= start_date && day <= end_date;
    })
    .sort((a, b) => (a.published_at ?? "").localeCompare(b.published_at ?? ""));
  const versions = new Map(releases.map(({ id, version }) => [id, version]));
  const fixed = reports.filter(
    ({ status, fixed_release_id }) => status === "approved" && versions.has(fixed_release_id ?? ""),
  );
  const confirmed = fixed.reduce((sum, { retests }) => sum + retests.fixed, 0);
  return [
    ...(campaign.app_id === null
      ? [msg`Missing: the campaign has no app here, so its builds are unknown.`]
      : during.length === 0
        ? [msg`Missing: no build was published during the test.`]
        : during.map(({ version, published_at, notes }) => {
            const named = `${version} (${date(published_at ?? "")})`;
            return notes.trim() === "" ? named : `${named}: ${oneLine(notes)}`;
          })),
    ...(fixed.length === 0
      ? [msg`Missing: no report names the build that fixes it.`]
      : [
          msg`${plural(fixed.length, { one: "# reported problem is fixed:", other: "# reported problems are fixed:" })}`,
          ...fixed.map((r) => `${oneLine(r.summary)} (${versions.get(r.fixed_release_id ?? "") ?? ""})`),
          ...(confirmed > 0 ? [msg`Testers confirmed fixes ${number(confirmed)} times.`] : []),
        ]),
  ];
}
