// Search and commands on every page: by button, Ctrl K or ⌘ K, and `/` on pages without a search
// field. Loads on first use; public pages then load the session too.
import { useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { Suspense, useEffect, useState } from "react";
import { reportError } from "../lib/error-log.ts";
import { mayBeSignedIn } from "../state/may-be-signed-in.ts";
import { personOf, sessionReady, useSession } from "../state/session.ts";
import { searchAtom, useShortcuts } from "../ui/shortcuts.ts";
import { SearchDialog } from "./panels.ts";

export function SearchAnywhere() {
  const { t } = useLingui();
  const [open, setOpen] = useAtom(searchAtom);
  const person = personOf(useSession());
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, as by the browser's Back
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    if (!open || person) return;
    sessionReady().then(
      (session) => personOf(session) ?? setOpen(false),
      (error: unknown) => {
        reportError(error);
        setOpen(false);
      },
    );
  }, [open, person, setOpen]);
  // Stays mounted when closed, to return the focus.
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  const label = t`Search or jump to…`;
  const run = () => setOpen(true);
  useShortcuts(
    person || mayBeSignedIn()
      ? [
          { keys: "Mod+k", label, run },
          { keys: "/", label, run },
        ]
      : [],
    { everywhere: true },
  );
  return person && asked ? (
    <Suspense>
      <SearchDialog person={person} open={open} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
