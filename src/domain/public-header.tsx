import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LanguageSwitch } from "./language-switch.tsx";
import { Wordmark } from "./logo.tsx";

/** The header of pages outside the shell. */
export function PublicHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="page flex h-16 items-center justify-between gap-3">
      <Link to="/" className="inline-flex rounded-md">
        <Wordmark />
      </Link>
      <div className="flex items-center gap-1 sm:gap-2">
        <LanguageSwitch />
        {children}
      </div>
    </header>
  );
}
