import { useLingui } from "@lingui/react/macro";
import {
  formatDate,
  formatDateTime,
  formatKilobytes,
  formatMoney,
  formatNear,
  formatNumber,
  isJustNow,
} from "../i18n/format.ts";
import { useNow } from "./use-now.ts";

interface DateTextProps {
  /** An instant (ISO) or a calendar day (`YYYY-MM-DD`). */
  value: string;
  /** Always the date, never "3 days ago". */
  absolute?: boolean;
  className?: string;
}

/** Relative within a week, otherwise absolute; the tooltip is absolute. */
export function DateText({ value, absolute, className }: DateTextProps) {
  const { i18n } = useLingui();
  return (
    <time dateTime={value} title={formatDateTime(value, i18n.locale)} className={className}>
      {absolute ? formatDate(value, i18n.locale) : <NearDate value={value} />}
    </time>
  );
}

function NearDate({ value }: { value: string }) {
  const { i18n, t } = useLingui();
  const now = useNow();
  return isJustNow(value, now) ? t`just now` : formatNear(value, i18n.locale, now);
}

export function Money({ cents, currency }: { cents: number; currency: string }) {
  const { i18n } = useLingui();
  return (
    <data value={cents} className="whitespace-nowrap tabular-nums">
      {formatMoney(cents, currency, i18n.locale)}
    </data>
  );
}

export function FileSize({ bytes, className }: { bytes: number; className?: string }) {
  const { i18n } = useLingui();
  return (
    <data value={bytes} className={className}>
      {formatKilobytes(bytes, i18n.locale)}
    </data>
  );
}

export function Count({ value }: { value: number }) {
  const { i18n } = useLingui();
  return <>{formatNumber(value, i18n.locale)}</>;
}
