// Formats dates, numbers and money for a locale, with the admins' time zone and date format.

/** Set by admins; undefined uses the defaults of locale and device. */
interface DateSettings {
  timeZone: string | undefined;
  order: "MDY" | "DMY" | "YMD" | undefined;
}
let settings: DateSettings = { timeZone: undefined, order: undefined };

const zones: Readonly<Record<string, string>> = {
  UTC: "UTC",
  ET: "America/New_York",
  CT: "America/Chicago",
  MT: "America/Denver",
  PT: "America/Los_Angeles",
};
const orders = { "MM/DD/YYYY": "MDY", "DD/MM/YYYY": "DMY", "YYYY-MM-DD": "YMD" } as const;

/** The caller re-renders the page. @returns true if a setting changed */
export function setDates(timezone: string, dateFormat: string): boolean {
  const next = { timeZone: zones[timezone], order: orders[dateFormat as keyof typeof orders] };
  const changed = next.timeZone !== settings.timeZone || next.order !== settings.order;
  if (changed) {
    settings = next;
    formatters.clear();
  }
  return changed;
}

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();
// Formatters are cached, because creating one takes longer than rendering a row.
function once<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const known = formatters.get(key);
  if (known) return known as T;
  const made = make();
  formatters.set(key, made);
  return made;
}

const numbers = (locale: string, options: Intl.NumberFormatOptions = {}) =>
  once(`number|${locale}|${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));

export const formatNumber = (value: number, locale: string): string => numbers(locale).format(value);

/** Formats a change: "+35", "-5". */
export const formatSigned = (value: number, locale: string): string =>
  numbers(locale, { signDisplay: "always" }).format(value);

export const formatPercent = (value: number, locale: string): string =>
  numbers(locale, { style: "percent", maximumFractionDigits: 0 }).format(value / 100);

export const formatDecimal = (value: number, locale: string): string =>
  numbers(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

const moneyOf = (currency: string) => ({ style: "currency", currency, currencyDisplay: "narrowSymbol" }) as const;

/** Decimals of a currency. */
const digitsOf = (currency: string, locale: string): number =>
  numbers(locale, moneyOf(currency)).resolvedOptions().maximumFractionDigits ?? 2;

/** `cents` are the currency's smallest unit: 1500 is $15.00 and ¥1,500. */
export const formatMoney = (cents: number, currency: string, locale: string): string =>
  numbers(locale, moneyOf(currency)).format(cents / 10 ** digitsOf(currency, locale));

/** Omits the decimals, for chart axes. */
export const formatRoundMoney = (cents: number, currency: string, locale: string): string =>
  numbers(locale, { ...moneyOf(currency), maximumFractionDigits: 0 }).format(cents / 10 ** digitsOf(currency, locale));

/** "Nov", for chart axes. */
export const formatShortMonth = (value: string, locale: string): string =>
  dates(value, locale, { month: "short" }).format(dateOf(value));

/** "Nov 2026", for chart axes longer than a year. */
export const formatShortMonthYear = (value: string, locale: string): string =>
  dates(value, locale, { month: "short", year: "numeric" }).format(dateOf(value));

const KB = 1024;

/** KB with two decimals. Files that are not empty are at least 0.01. */
export function formatKilobytes(bytes: number, locale: string): string {
  const kilobytes = bytes > 0 ? Math.max(bytes / KB, 0.01) : 0;
  return `${numbers(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(kilobytes)} KB`;
}

/** For totals, in larger units with the same base. */
export function formatStorage(bytes: number, locale: string): string {
  if (bytes < KB ** 2) return formatKilobytes(bytes, locale);
  const f = numbers(locale, { maximumFractionDigits: 1 });
  return bytes < KB ** 3 ? `${f.format(bytes / KB ** 2)} MB` : `${f.format(bytes / KB ** 3)} GB`;
}

export const formatKilometers = (value: number, locale: string): string =>
  numbers(locale, { style: "unit", unit: "kilometer" }).format(value);

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** A calendar day as local midnight. Parsed as UTC it would be a day early, west of Greenwich. */
export function dateOf(value: string): Date {
  if (!isDay(value)) return new Date(value);
  const [y = 1970, m = 1, d = 1] = value.split("-").map(Number);
  return new Date(y, m - 1, d);
}

/** Calendar days have no zone; instants use the configured one. */
const dates = (value: string, locale: string, options: Intl.DateTimeFormatOptions) => {
  const zone = isDay(value) ? undefined : settings.timeZone;
  return once(
    `date|${locale}|${zone}|${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locale, { ...options, ...(zone ? { timeZone: zone } : {}) }),
  ) as Intl.DateTimeFormat;
};

export function formatDate(value: string, locale: string): string {
  if (!settings.order) return dates(value, locale, { dateStyle: "medium" }).format(dateOf(value));
  const { y, m, d } = partsOf(value);
  return { MDY: `${m}/${d}/${y}`, DMY: `${d}/${m}/${y}`, YMD: `${y}-${m}-${d}` }[settings.order];
}

function partsOf(value: string): { y: string; m: string; d: string } {
  const parts = dates(value, "en", { year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(dateOf(value));
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? "";
  return { y: part("year"), m: part("month"), d: part("day") };
}

export const formatLongDate = (value: string, locale: string): string =>
  dates(value, locale, { dateStyle: "long" }).format(dateOf(value));

export const formatDateTime = (value: string, locale: string): string =>
  (isDay(value)
    ? dates(value, locale, { dateStyle: "full" })
    : dates(value, locale, { dateStyle: "long", timeStyle: "short" })
  ).format(dateOf(value));

/** "Thursday, Nov 26, 2:00 PM", for instants in the coming days. */
export const formatWeekdayTime = (value: string, locale: string): string =>
  dates(value, locale, {
    weekday: "long",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(dateOf(value));

export const formatWeekday = (value: string, locale: string): string =>
  dates(value, locale, { weekday: "short" }).format(dateOf(value));

/** First day of the week; 0 is Sunday. */
export function firstWeekday(locale: string): number {
  // Cast: newer than TypeScript's types, and missing in some browsers.
  const asked = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?(): { firstDay: number } };
  return (asked.getWeekInfo?.().firstDay ?? (asked.language === "en" ? 7 : 1)) % 7;
}

/** "14:02" for today, otherwise with the date. */
export const formatMoment = (value: string, locale: string, now: number): string =>
  dayNumber(value) === dayNumber(new Date(now).toISOString())
    ? dates(value, locale, { timeStyle: "short" }).format(dateOf(value))
    : formatDateTime(value, locale);

export const formatMonth = (value: string, locale: string): string =>
  dates(value, locale, { month: "long", year: "numeric" }).format(dateOf(value));

/** "Nov 20", where the context gives the year. */
export const formatDay = (value: string, locale: string): string =>
  dates(value, locale, { month: "short", day: "numeric" }).format(dateOf(value));

const DAY = 86_400_000;
/** Day number in the zone of the value. */
function dayNumber(value: string): number {
  const { y, m, d } = partsOf(value);
  return Date.UTC(Number(y), Number(m) - 1, Number(d)) / DAY;
}

/** True within a minute of now. The caller supplies the text, because Intl has no "just now". */
export const isJustNow = (value: string, now: number): boolean =>
  !isDay(value) && Math.abs(dateOf(value).getTime() - now) < 60_000;

/** "3 minutes ago", "tomorrow", "in 5 days" within a week, otherwise the date. */
export function formatNear(value: string, locale: string, now: number): string {
  const date = dateOf(value);
  const today = isDay(value) ? dayOf(now) : new Date(now).toISOString();
  const days = dayNumber(value) - dayNumber(today);
  if (Math.abs(days) > 6) return formatDate(value, locale);
  const f = once(`r|${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
  if (isDay(value) || days !== 0) return f.format(days, "day");
  const seconds = Math.round((date.getTime() - now) / 1000);
  if (Math.abs(seconds) < 60) return f.format(0, "second");
  if (Math.abs(seconds) < 3600) return f.format(Math.trunc(seconds / 60), "minute");
  return f.format(Math.trunc(seconds / 3600), "hour");
}

/** The last second of a local calendar day, as an instant. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

export function dayOf(now: number): string {
  const d = new Date(now);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}
