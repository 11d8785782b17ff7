import { useState } from "react";
import { readKey, writeKey } from "#lib/browser-storage.ts";
import { type PeriodLength, periodLengths } from "./periods.ts";

const KEY = "analytics-period";

/** Length of the compared periods in days. Stored on this device. */
export function usePeriod(): [days: PeriodLength, set: (days: PeriodLength) => void] {
  const [days, setDays] = useState(() => periodLengths.find((one) => String(one) === readKey(KEY)) ?? 7);
  return [
    days,
    (next) => {
      setDays(next);
      writeKey(KEY, String(next));
    },
  ];
}
