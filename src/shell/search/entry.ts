import type { LucideIcon } from "lucide-react";
import { searched } from "./rank.ts";

export type EntryGroup = "screens" | "actions" | "tests" | "reports" | "apps" | "people" | "elsewhere";

export interface Entry {
  id: string;
  group: EntryGroup;
  label: string;
  /** Beside it: whose it is, where it stands. */
  detail: string;
  icon: LucideIcon;
  words: string;
  run: () => void;
}

/** @param more what else it is found by */
export const entry = (made: Omit<Entry, "words" | "detail"> & { detail?: string; more?: string }): Entry => {
  const { more = "", detail = "", ...rest } = made;
  return { ...rest, detail, words: searched(made.label, detail, more) };
};
