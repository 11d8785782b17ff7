import type { LucideIcon } from "lucide-react";
import { type Searched, searched } from "./rank.ts";

export type EntryGroup = "screens" | "actions" | "tests" | "reports" | "apps" | "people" | "elsewhere";

export interface Entry extends Searched {
  id: string;
  group: EntryGroup;
  label: string;
  /** Secondary text, for example owner or state. */
  detail: string;
  icon: LucideIcon;
  run: () => void;
  /** Sub-entries. They match by at least one word, with the other words matching the entry. */
  parts?: readonly Entry[];
}

/** @param more further searchable text */
export const entry = (made: Omit<Entry, keyof Searched | "detail"> & { detail?: string; more?: string }): Entry => {
  const { more = "", detail = "", ...rest } = made;
  return { ...rest, detail, ...searched(made.label, detail, more) };
};
