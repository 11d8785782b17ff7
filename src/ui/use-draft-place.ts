import { useEffect, useMemo } from "react";
import { occupy, placeOf } from "../lib/drafts.ts";

/**
 * The name under which this form reads and saves its draft as long as it is open: another tab with
 * the same form has another one.
 */
export function useDraftPlace(name: string): string;
export function useDraftPlace(name: string | undefined): string | undefined;
export function useDraftPlace(name: string | undefined): string | undefined {
  const place = useMemo(() => name && placeOf(name), [name]);
  useEffect(() => (name && place ? occupy(name, place) : undefined), [name, place]);
  return place;
}
