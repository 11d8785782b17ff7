import type { Ref } from "react";

interface HiddenFileInputProps {
  /** A button elsewhere clicks it. */
  ref: Ref<HTMLInputElement>;
  label: string;
  accept?: string;
  /** Opens the camera on a phone. */
  capture?: boolean;
  onFile: (file: File) => void;
}

/** Selects one file. Selecting the same file again also fires a change. */
export const HiddenFileInput = ({ ref, label, accept, capture = false, onFile }: HiddenFileInputProps) => (
  <input
    ref={ref}
    type="file"
    accept={accept}
    {...(capture ? { capture: "environment" } : {})}
    hidden
    aria-label={label}
    onChange={(event) => {
      const file = event.target.files?.[0];
      if (file) onFile(file);
      event.target.value = "";
    }}
  />
);
