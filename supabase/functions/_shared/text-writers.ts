// Writers of the server's texts, which each language fills with words.

export type Data = Readonly<Record<string, unknown>>;
export interface NotificationText {
  title: string;
  body: string;
}
type Writer = (data: Data, language: string) => NotificationText;

export const of = (data: Data, key: string): string => String(data[key] ?? "");

/** @param minor in the smallest unit of the currency: cents, but whole yen */
export function formatMoney(minor: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const money = (data: Data, language: string): string =>
  formatMoney(Number(data.amount_cents ?? 0), of(data, "currency") || "USD", language);

const joined = (parts: readonly string[], separator = " · "): string => parts.filter(Boolean).join(separator);

type Title = string | ((data: Data) => string);
/** A body of the fields that are not empty. */
const listed =
  (keys: readonly string[], separator?: string) =>
  (title: Title): Writer =>
  (data) => ({
    title: typeof title === "string" ? title : title(data),
    body: joined(
      keys.map((key) => of(data, key)),
      separator,
    ),
  });
export const campaign = listed(["campaign_title"]);
export const report = listed(["summary", "campaign_title"]);
export const issue = listed(["title", "campaign_title"]);
export const reason = listed(["campaign_title", "reason"], ": ");
export const role = listed(["role", "reason"], ": ");
export const release = listed(["app_title", "version"], " ");
/** For a plan of waves: enough testers take part, or all were invited. */
export const waves =
  (done: string, exhausted: string, count: (active: string, target: string) => string): Writer =>
  (data) => ({
    title: of(data, "outcome") === "done" ? done : exhausted,
    body: `${of(data, "campaign_title")}: ${count(of(data, "active"), of(data, "target"))}`,
  });
/** The server counts to 100. */
export const newTests =
  (
    fits: Readonly<Record<"one" | "other", (search: string, count: string) => string>>,
    also: (searches: string) => string,
  ): Writer =>
  (data) => {
    const tests = Number(data.tests ?? 1);
    return {
      title: fits[tests === 1 ? "one" : "other"](of(data, "search_name"), tests < 100 ? String(tests) : "100+"),
      body: joined([of(data, "titles"), of(data, "others") && also(of(data, "others"))]),
    };
  };
export const amount =
  (title: string): Writer =>
  (data, language) => ({
    title,
    body: joined([money(data, language), of(data, "campaign_title"), of(data, "reason")]),
  });
/** An admin's reply, quoted above the original message. The recipient may have no account. */
export const contactReply =
  (title: string, wrote: string, answer: string): Writer =>
  (data) => ({
    title,
    body: [of(data, "text"), answer, wrote, of(data, "message").replace(/^/gm, "> ")].join("\n\n"),
  });
/** The e-mail contains the whole text, a push message its beginning. */
export const announcement =
  (title: (organization: string, campaign: string) => string): Writer =>
  (data) => ({
    title: title(of(data, "organization_name"), of(data, "campaign_title")),
    body: joined([of(data, "title"), of(data, "body") || of(data, "excerpt")], "\n\n"),
  });
type Counted = Readonly<Record<"one" | "other", (count: number) => string>>;
const counted = (words: Counted, count: number): string => words[count === 1 ? "one" : "other"](count);
/** `reports`: titles for one and several; `sets`: titles without reports, and additions. */
export const reviews =
  (reports: Counted, sets: { alone: Counted; added: Counted }, within: Counted): Writer =>
  (data) => {
    const [ofReports, ofSets] = [Number(data.reports ?? 1), Number(data.sets ?? 0)];
    const hours = within[ofReports + ofSets === 1 ? "one" : "other"](Number(data.hours ?? 48));
    return {
      title: ofReports === 0 ? counted(sets.alone, ofSets) : counted(reports, ofReports),
      body: joined([of(data, "campaign_title"), ofReports > 0 && ofSets > 0 ? counted(sets.added, ofSets) : "", hours]),
    };
  };
/** The recipient may have no account. Roles have their article. */
export const invitation =
  (
    roles: Readonly<Record<string, string>>,
    title: (organization: string) => string,
    body: (inviter: string, role: string) => string,
  ): Writer =>
  (data) => ({
    title: title(of(data, "organization_name")),
    body: body(of(data, "inviter_name"), roles[of(data, "role")] ?? of(data, "role")),
  });

interface AuthMail {
  title: string;
  text: string;
  link: string;
}

export interface Texts {
  notifications: Readonly<Record<string, Writer>>;
  /** Footer of a notification e-mail: links to its subject and to the e-mail settings. */
  open: string;
  settings: string;
  worksOnce: string;
  authMails: Readonly<Record<(typeof authMailKinds)[number], AuthMail>>;
}

/** In the order of [auth.email.template] in supabase/config.toml. */
export const authMailKinds = ["confirmation", "invite", "recovery", "magic_link", "email_change"] as const;
