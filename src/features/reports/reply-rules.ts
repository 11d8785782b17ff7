import type { Feedback } from "#sync/schema/feedback.ts";
import { characters } from "#sync/schema/fields.ts";
import { filled } from "#sync/schema/replies.ts";

/**
 * Checks the length after placeholders are filled in. The default limit is that of a rejection
 * reason.
 */
export const tooLong = (text: string, reports: readonly Feedback[], most = 2000): boolean =>
  reports.some((report) => characters(filled(text.trim(), report)) > most);
