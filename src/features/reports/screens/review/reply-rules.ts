import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { characters } from "../../../../../sync/schema/fields.ts";
import { filled } from "../../../../../sync/schema/replies.ts";

/** Names that are filled in may make a text longer than a report holds. */
export const tooLong = (text: string, reports: readonly Feedback[]): boolean =>
  reports.some((report) => characters(filled(text.trim(), report)) > 2000);
