import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Bot } from "lucide-react";
import type { Application } from "#sync/schema/applications.ts";

const notes: { readonly [code: string]: MessageDescriptor } = {
  automatic: msg`Accepted automatically: there was a spot, and the answers match.`,
  answers_differ: msg`Left for you to decide: an answer is not one that you select automatically.`,
  no_spots: msg`Left for you to decide: all spots were taken.`,
};

export function SelectionReason({ application }: { application: Application }) {
  const { t } = useLingui();
  const note = notes[application.selection_note];
  // Applicants who withdrew would seem accepted by "accepted automatically".
  if (!note || (application.selection_note === "automatic" && !application.accepted_at)) return null;
  return (
    <p className="flex items-start gap-2 text-muted text-sm">
      <Bot aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t(note)}
    </p>
  );
}
