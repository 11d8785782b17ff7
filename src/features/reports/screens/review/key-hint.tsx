import { Kbd } from "#ui/kbd.tsx";

/** A visible shortcut. Screen readers use `aria-keyshortcuts` instead. */
export const KeyHint = ({ children }: { children: string }) => (
  <span aria-hidden className="hidden lg:inline">
    <Kbd>{children}</Kbd>
  </span>
);
