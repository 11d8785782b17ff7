import { Kbd } from "../../../../ui/kbd.tsx";

/** The key of a button, for the eye: screen readers have it from `aria-keyshortcuts`. */
export const KeyHint = ({ children }: { children: string }) => (
  <span aria-hidden className="hidden lg:inline">
    <Kbd>{children}</Kbd>
  </span>
);
