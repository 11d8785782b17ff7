// The words that go with an answer to a report. Most were written by the developer; what the server did by itself it
// says with a code, which is put into the reader's language here.
import { Trans } from "@lingui/react/macro";
import type { Feedback } from "../../sync/schema/feedback.ts";

/** Nothing at all where nothing was said. */
export function AnswerWords({ report }: { report: Pick<Feedback, "status" | "reason"> }) {
  if (report.reason === "") return null;
  return (
    <p className="whitespace-pre-wrap break-words">
      {report.status === "approved" && report.reason === "automatic" ? (
        <Trans>Approved automatically: not answered within the promised time.</Trans>
      ) : (
        report.reason
      )}
    </p>
  );
}
