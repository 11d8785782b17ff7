import type { Feedback } from "../../../sync/schema/feedback.ts";
import { characters } from "../../../sync/schema/fields.ts";
import { filled } from "../../../sync/schema/replies.ts";

/** Is it too long once its names are filled in? By default: for a report's reason. */
export const tooLong = (text: string, reports: readonly Feedback[], most = 2000): boolean =>
  reports.some((report) => characters(filled(text.trim(), report)) > most);
