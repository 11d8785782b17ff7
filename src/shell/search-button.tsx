// Opens search and commands from every screen: a button, Ctrl K or ⌘ K, and `/` where no list has a
// search of its own. Nothing of it is loaded before.
import { useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import type { Person } from "../state/session.ts";
import { keyName, useShortcuts } from "../ui/shortcuts.ts";
import { SearchDialog } from "./panels.ts";

export function SearchButton({ person }: { person: Person }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const label = t`Search or jump to…`;
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, as by the browser's Back
  useEffect(() => setOpen(false), [path]);
  const run = () => {
    setAsked(true);
    setOpen(true);
  };
  useShortcuts(
    [
      { keys: "Mod+k", label, run },
      { keys: "/", label, run },
    ],
    { everywhere: true },
  );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={label}
        onClick={run}
        className="tap inline-flex items-center gap-2 rounded-md text-muted text-sm hover:bg-sunken hover:text-text max-md:aspect-square max-md:justify-center md:w-72 md:min-w-0 md:border md:border-line md:bg-surface md:px-3"
      >
        <Search aria-hidden className="size-5 shrink-0" />
        <span className="truncate max-md:sr-only">{label}</span>
        <span aria-hidden className="ms-auto text-xs max-md:hidden">
          {keyName("Mod+k")}
        </span>
      </button>
      {asked && (
        <Suspense>
          <SearchDialog person={person} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
