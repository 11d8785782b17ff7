// The decision buttons: above the report on a desktop, where toasts appear at the bottom; at the
// bottom on a phone.
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Copy, PencilLine, Undo2, X } from "lucide-react";
import { useCan } from "#state/organization.ts";
import type { ReviewedReport } from "#sync/queries/feedback.ts";
import { canMove } from "#sync/schema/transitions.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { observeHeight } from "#ui/root-marks.ts";
import type { Asking } from "./decision-dialogs.tsx";
import { KeyHint } from "./key-hint.tsx";

interface DecisionBarProps {
  report: ReviewedReport;
  onAsk: ((kind: Asking["kind"]) => void) | null;
  onUndo: () => void;
}

export function DecisionBar({ report, onAsk, onUndo }: DecisionBarProps) {
  const { t } = useLingui();
  const reviews = useCan("review", report.org_id);
  if (report.scheduled) {
    return (
      <Bar>
        <p className="text-sm" role="status">
          <Trans>Your answer will be sent in a moment.</Trans>
        </p>
        <Button icon={Undo2} onClick={onUndo} className="ms-auto">
          <Trans>Undo</Trans>
        </Button>
      </Bar>
    );
  }
  if (!onAsk || !reviews || !canMove("feedback", report.status, "approved", "developer")) return null;
  return (
    <Bar>
      <Button
        variant="primary"
        icon={Check}
        aria-keyshortcuts="a"
        onClick={() => onAsk("approve")}
        className="max-lg:flex-1"
      >
        <Trans>Approve</Trans> <KeyHint>a</KeyHint>
      </Button>
      <Button icon={PencilLine} aria-keyshortcuts="c" onClick={() => onAsk("changes")} className="max-lg:flex-1">
        <Trans>Request changes</Trans> <KeyHint>c</KeyHint>
      </Button>
      <span className="hidden gap-2 sm:flex">
        <Button icon={X} aria-keyshortcuts="r" onClick={() => onAsk("reject")}>
          <Trans>Reject</Trans> <KeyHint>r</KeyHint>
        </Button>
        <Button variant="ghost" icon={Copy} aria-keyshortcuts="d" onClick={() => onAsk("duplicate")}>
          <Trans>Duplicate</Trans> <KeyHint>d</KeyHint>
        </Button>
      </span>
      <span className="sm:hidden">
        <Menu
          label={t`Other answers`}
          items={[
            menuEntry("reject", X, t`Reject`, () => onAsk("reject")),
            menuEntry("duplicate", Copy, t`Mark as duplicate`, () => onAsk("duplicate")),
          ]}
        />
      </span>
    </Bar>
  );
}

const observeOwnHeight = observeHeight("--decision-bar-height");

const Bar = ({ children }: { children: React.ReactNode }) => (
  <div
    ref={observeOwnHeight}
    data-stays=""
    className="sticky z-10 flex items-center gap-2 border-line bg-raised py-3 max-lg:-mx-4 max-lg:bottom-(--over-page) max-lg:mt-6 max-lg:border-t max-lg:px-4 sm:flex-wrap [@media(height<30rem)]:max-lg:static lg:top-14 lg:rounded-t-lg lg:border-b lg:px-6"
  >
    {children}
  </div>
);
