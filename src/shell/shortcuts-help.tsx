import { useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { Suspense, useEffect, useState } from "react";
import { shortcutsAtom, useShortcuts } from "../ui/shortcuts.ts";
import { useListKeys } from "./list-keys.ts";
import { ShortcutsDialog } from "./panels.ts";

export function ShortcutsHelp() {
  const { t } = useLingui();
  const [open, setOpen] = useAtom(shortcutsAtom);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are of the page that was left
  useEffect(() => setOpen(false), [path]);
  // Stays mounted when closed, to return the focus.
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  useListKeys();
  useShortcuts([{ keys: "?", label: t`This list`, run: () => setOpen(true) }], { everywhere: true });
  return asked ? (
    <Suspense>
      <ShortcutsDialog open={open} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
