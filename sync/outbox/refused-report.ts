// A rejected report: the outbox has its author's version.
import type { OutboxEntry } from "../database/device-db.ts";
import type { Feedback } from "../schema/feedback.ts";

/** The report as its author wrote it. It was parsed when it was written as a row. */
// Cast: parsed once more, one that an earlier version wrote would be lost from sight.
export const refusedReport = ({ doc }: OutboxEntry): Feedback => doc as unknown as Feedback;
