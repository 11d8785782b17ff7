import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

export interface RestoredDraftProps {
  dropLabel: ReactNode;
  onDrop: () => void;
  children: ReactNode;
}

/** Tells the user that the form was restored from a draft, and offers to discard it. */
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
