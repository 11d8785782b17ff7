// Does not import valibot, because the first page reads this.
import type { Setting } from "./settings.ts";

/** True if the value is in effect, like private.setting in SQL. */
export const isInEffect = (
  { saved_at, display_only }: Pick<Setting, "saved_at" | "display_only">,
  key: string,
): boolean => saved_at !== null && !display_only.includes(key);
