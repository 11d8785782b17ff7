import { useLingui } from "@lingui/react/macro";
import { useQueueKeys } from "#features/common/use-queue-keys.ts";
import type { Asking } from "./decision-dialogs.tsx";
import type { Triaging } from "./triage-dialogs.tsx";

interface ReviewKeys {
  step: (by: 1 | -1) => void;
  read: () => void;
  ask: (kind: Asking["kind"]) => void;
  /** Null when read-only or in a personal organization. */
  assignToMe: (() => void) | null;
  choose: () => void;
  triage: ((kind: Triaging["kind"]) => void) | null;
  undo: () => void;
}

export function useReviewKeys({ step, read, ask, assignToMe, choose, triage, undo }: ReviewKeys): void {
  const { t } = useLingui();
  useQueueKeys({
    labels: { next: t`Next report`, previous: t`Previous report`, read: t`Read the report`, choose: t`Select report` },
    ...{ step, read, choose, undo: () => undo() },
    decisions: [
      { keys: "a", label: t`Approve`, run: () => ask("approve") },
      { keys: "c", label: t`Request changes`, run: () => ask("changes") },
      { keys: "r", label: t`Reject`, run: () => ask("reject") },
      { keys: "d", label: t`Mark as duplicate`, run: () => ask("duplicate") },
      ...(assignToMe ? [{ keys: "i", label: t`Assign to me`, run: assignToMe }] : []),
      ...(triage
        ? [
            { keys: "p", label: t`Set priority`, run: () => triage("priority") },
            { keys: "t", label: t`Change tags`, run: () => triage("tags") },
          ]
        : []),
    ],
  });
}
