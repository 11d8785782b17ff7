import { Trans } from "@lingui/react/macro";
import { ImageUp, Trash2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";

interface PictureChoiceProps {
  label: string;
  accept: string;
  chosen: boolean;
  onTake: (file: File) => void;
  onRemove: () => void;
  children: ReactNode;
}

export function PictureChoice({ label, accept, chosen, onTake, onRemove, children }: PictureChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {children}
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onTake(file);
          event.target.value = "";
        }}
      />
      <Button icon={ImageUp} onClick={() => input.current?.click()}>
        {chosen ? <Trans>Choose another picture</Trans> : <Trans>Choose a picture</Trans>}
      </Button>
      {chosen && (
        <Button icon={Trash2} variant="ghost" onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </div>
  );
}
