import type { LucideIcon } from "lucide-react";
import { type Searched, searched } from "./rank.ts";

export type EntryGroup = "screens" | "actions" | "tests" | "reports" | "apps" | "people" | "elsewhere";

export interface Entry extends Searched {
  id: string;
  group: EntryGroup;
  label: string;
  /** Beside it: whose it is, where it stands. */
  detail: string;
  icon: LucideIcon;
  run: () => void;
  /** What it consists of: found by a word of their own and the words of the whole. */
  parts?: readonly Entry[];
}

/** @param more what else it is found by */
export const entry = (made: Omit<Entry, keyof Searched | "detail"> & { detail?: string; more?: string }): Entry => {
  const { more = "", detail = "", ...rest } = made;
  return { ...rest, detail, ...searched(made.label, detail, more) };
};
