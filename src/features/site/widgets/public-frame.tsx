// Layout of public pages. Loads neither store nor session; returning users get a link home and the
// search.
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { mayBeSignedIn } from "#state/may-be-signed-in.ts";
import { rememberedHome } from "#state/remembered-home.ts";
import { IconButton, LinkButton } from "#ui/button.tsx";
import { markedWhenCurrent } from "#ui/current-mark.ts";
import { cx } from "#ui/cx.ts";
import { BackLink } from "#ui/page-header.tsx";
import { searchAtom } from "#ui/shortcuts.ts";
import { useTitle } from "#ui/use-title.ts";
import { PublicFooter } from "./public-footer.tsx";
import { LogInLink, PublicHeader, SignUpLink } from "./public-header.tsx";

export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <PublicHeader>
        <Link
          to="/apps"
          activeOptions={{ includeSearch: false }}
          className={cx(
            "tap inline-flex items-center rounded-md px-3 font-semibold text-sm hover:bg-sunken max-sm:hidden",
            markedWhenCurrent,
          )}
        >
          <Trans>App Store</Trans>
        </Link>
        <WayIn />
      </PublicHeader>
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}

function WayIn() {
  const home = rememberedHome();
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  // A visitor of a test or an invitation returns to it.
  const search = /^\/(tests\/|join\?|invitation\?)/.test(here) ? { redirect: here } : {};
  return home ? (
    <>
      {mayBeSignedIn() && <SearchOpener />}
      <LinkButton to={home} size="sm" className="whitespace-nowrap">
        <Trans>My dashboard</Trans>
      </LinkButton>
    </>
  ) : (
    <>
      {/* Hidden on the smallest phones; the registration page links to it. */}
      <LogInLink search={search} className="max-[22.5rem]:hidden" />
      <SignUpLink search={search} />
    </>
  );
}

function SearchOpener() {
  const { t } = useLingui();
  const open = useSetAtom(searchAtom);
  return <IconButton icon={Search} label={t`Search or jump to…`} opensDialog onClick={() => open(true)} />;
}

interface PublicTitleProps {
  title: string;
  lead?: ReactNode;
}

/** Sets the h1, document title and back link. */
export function PublicTitle({ title, lead }: PublicTitleProps) {
  useTitle(title);
  return (
    <div className="flex flex-col gap-3">
      <BackLink to="/">
        <Trans>Back to Home</Trans>
      </BackLink>
      <h1 className="text-balance text-[clamp(1.75rem,4.5vw,2.5rem)] leading-tight tracking-tight">{title}</h1>
      {lead && <div className="max-w-2xl text-pretty text-lg text-muted">{lead}</div>}
    </div>
  );
}
