import { useEffect, useMemo } from "react";
import { occupy, placeOf } from "../lib/drafts.ts";

/** The draft name of this form while it is open; differs from other tabs with the same form. */
export function useDraftPlace(name: string): string;
export function useDraftPlace(name: string | undefined): string | undefined;
export function useDraftPlace(name: string | undefined): string | undefined {
  const place = useMemo(() => name && placeOf(name), [name]);
  useEffect(() => (name && place ? occupy(name, place) : undefined), [name, place]);
  return place;
}
