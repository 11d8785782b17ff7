import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { KeyHint } from "./key-hint.tsx";

interface PanelButtonProps {
  icon: LucideIcon;
  shortcut?: string;
  opensDialog?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A quiet button with the width of the panel. */
export const PanelButton = ({ icon, shortcut, opensDialog, onClick, children }: PanelButtonProps) => (
  <Button
    variant="ghost"
    size="sm"
    icon={icon}
    opensDialog={opensDialog}
    aria-keyshortcuts={shortcut}
    onClick={onClick}
    className="-mx-2 justify-start! px-2! text-start!"
  >
    {children}
    {shortcut && (
      <span className="ms-auto">
        <KeyHint>{shortcut}</KeyHint>
      </span>
    )}
  </Button>
);
