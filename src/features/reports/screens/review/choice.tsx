import { Check } from "lucide-react";
import type { ReactNode } from "react";

interface ChoiceProps {
  picture: ReactNode;
  current: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** An option in a dialog that closes on selection. */
export const Choice = ({ picture, current, onChoose, children }: ChoiceProps) => (
  <li>
    <button
      type="button"
      aria-current={current ? "true" : undefined}
      onClick={onChoose}
      className="tap flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-start text-sm hover:bg-sunken focus-visible:-outline-offset-2"
    >
      {picture}
      <span className="flex min-w-0 flex-1 items-center gap-2">{children}</span>
      {current && <Check aria-hidden className="size-5 shrink-0 text-accent" />}
    </button>
  </li>
);
