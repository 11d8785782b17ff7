// The author's version of a rejected report, from the outbox.
import type { OutboxEntry } from "../database/device-db.ts";
import type { Feedback } from "../schema/feedback.ts";

/** Returns the report as its author wrote it, as parsed when it was stored. */
// Cast: parsing again would hide reports that an earlier version of the app wrote.
export const rejectedReport = ({ doc }: OutboxEntry): Feedback => doc as unknown as Feedback;
