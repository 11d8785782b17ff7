// The page around the login and register forms: the form first; beside it, on a desktop, what this
// is.
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useTitle } from "../../../../ui/use-title.ts";
import { Flock } from "../../../public/widgets/brand-illustration.tsx";
import { PublicFooter } from "../../../public/widgets/public-footer.tsx";
import { PublicHeader } from "../../../public/widgets/public-header.tsx";

interface AuthFrameProps {
  title: string;
  lead: ReactNode;
  /** The way to the other form. */
  below: ReactNode;
  children: ReactNode;
}

export function AuthFrame({ title, lead, below, children }: AuthFrameProps) {
  useTitle(title);
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader />
      <main
        id="main"
        tabIndex={-1}
        className="page grid flex-1 items-stretch gap-12 pt-4 pb-12 lg:grid-cols-2 lg:pb-10"
      >
        <div className="mx-auto flex w-full max-w-md flex-col justify-center gap-6">
          <div className="flex flex-col gap-1.5">
            <h1 className="text-2xl tracking-tight">{title}</h1>
            <p className="text-muted">{lead}</p>
          </div>
          {children}
          <p className="text-muted text-sm">{below}</p>
        </div>
        <div className="relative isolate hidden flex-col justify-end overflow-hidden rounded-xl bg-accent-soft p-10 lg:flex">
          <Flock className="absolute top-2 -left-16 -z-10 w-[38rem] max-w-none text-accent" />
          <p className="max-w-md text-balance font-semibold text-2xl leading-tight tracking-tight">
            <Trans>Reports from the places where your app is really used.</Trans>
          </p>
          <p className="mt-2 max-w-md text-muted">
            <Trans>Betaflock works on your device first. What you write is saved, online or offline.</Trans>
          </p>
        </div>
      </main>
      <PublicFooter />
    </div>
  );
}
