import type { ReactNode } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";

export interface RestoredDraftProps {
  /** On the button: what lets go of it. */
  dropLabel: ReactNode;
  onDrop: () => void;
  children: ReactNode;
}

/** Says that the form was filled in from what was typed earlier, and offers to begin anew. */
export const RestoredDraftNotice = ({ dropLabel, onDrop, children }: RestoredDraftProps) => (
  <Notice
    action={
      <Button size="sm" onClick={onDrop}>
        {dropLabel}
      </Button>
    }
  >
    {children}
  </Notice>
);
