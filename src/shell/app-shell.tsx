// The signed-in layout: sidebar or bottom bar, header and page. Repeats the route guards when the
// session ends or the role changes.
import { Outlet, useLocation, useMatch, useRouter } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useDeferredValue, useEffect, useState } from "react";
import { accountById, profileById } from "../../sync/queries/profile.ts";
import { KeepTimeZone } from "../features/account/widgets/keep-time-zone.tsx";
import { useQueryOr } from "../state/query.ts";
import { homeOf, type Person, personOf, useSession } from "../state/session.ts";
import { useStore } from "../state/store.ts";
import { leavingAtom, syncPanelAtom } from "../state/ui.ts";
import { prefetchDialogs } from "../ui/dialog.tsx";
import { FormBarsOfPage } from "../ui/form-bar.tsx";
import { SpinnerPage } from "../ui/spinner-page.tsx";
import { useWide } from "../ui/use-wide.ts";
import { AppHeader } from "./app-header.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { DatabaseNotice } from "./database-notice.tsx";
import { InstallOffer } from "./install-offer.tsx";
import { SyncPanel } from "./panels.ts";
import { PrivateBrowsingNotice } from "./private-browsing-notice.tsx";
import { AnnouncedSiteSettings, ReplicatedSiteSettings } from "./replicated-site-settings.tsx";
import { SecondFactorNotice } from "./second-factor-notice.tsx";
import { Sidebar } from "./sidebar.tsx";

// Rarely needed, but cached by the service worker.
const LockedNotice = lazy(async () => ({ default: (await import("./locked-notice.tsx")).LockedNotice }));
const SuspendedNotice = lazy(async () => ({ default: (await import("./suspended-notice.tsx")).SuspendedNotice }));
const UnverifiedNotice = lazy(async () => ({
  default: (await import("./unverified-notice.tsx")).UnverifiedNotice,
}));

const nameOf = ({ id, role }: Person) => `${id} ${role}`;

/** Only the first mount is drawn in steps: the App Store mounts the frame again, without a gap. */
let isFirst = true;

export function AppShell() {
  const session = useSession();
  const person = personOf(session);
  const router = useRouter();
  const leaving = useAtomValue(leavingAtom);
  const who = person ? nameOf(person) : session.kind;
  // The user whom the guards admitted; the App Store has no guard.
  const passed = useMatch({
    from: "/_signed-in",
    shouldThrow: false,
    select: ({ context }) => nameOf(context.person),
  });
  useEffect(() => {
    if (!leaving && passed !== undefined && who !== passed) void router.invalidate();
  }, [router, who, passed, leaving]);

  const ready = useStore() !== null;
  useEffect(() => {
    if (ready) prefetchDialogs();
  }, [ready]);

  // Render only one of both: a phone needs no hidden sidebar. On a tablet it would take a third.
  const wide = useWide();
  // React renders a deferred value in steps: a tester's dashboard blocks a phone for 67 instead of
  // 195 ms (Lighthouse, processor time).
  const shown = useDeferredValue(true, !isFirst);
  useEffect(() => {
    isFirst = false;
  }, []);
  if (!person) return <SpinnerPage />;
  if (!shown) return null;
  return (
    <>
      {wide && <Sidebar person={person} />}
      <div className="flex min-h-dvh min-w-0 flex-col">
        <AppHeader person={person} />
        <main
          id="main"
          tabIndex={-1}
          className="page flex flex-1 flex-col gap-6 pt-6 pb-[calc(6rem+env(safe-area-inset-bottom))] md:pt-8 lg:pb-16"
        >
          {session.kind === "locked" && (
            <Suspense>
              <LockedNotice person={person} />
            </Suspense>
          )}
          {person.role === "admin" && <SecondFactorNotice />}
          <Suspended person={person} />
          <Unverified person={person} />
          <DatabaseNotice />
          <PrivateBrowsingNotice />
          <Outlet />
          {/* Below the page, because late content must not move the page. */}
          <InstallOffer person={person} />
          <FormBarsOfPage />
        </main>
      </div>
      {!wide && <BottomBar person={person} />}
      <SyncPanelOnceAsked />
      {person.role === "developer" ? <AnnouncedSiteSettings /> : <ReplicatedSiteSettings />}
      {session.kind === "signed_in" && <KeepTimeZone person={person} />}
    </>
  );
}

function Suspended({ person }: { person: Person }) {
  const profile = useQueryOr(profileById(person.id), null);
  if (profile?.status !== "suspended") return null;
  return (
    <Suspense>
      <SuspendedNotice reason={profile.status_reason} />
    </Suspense>
  );
}

function Unverified({ person }: { person: Person }) {
  const { pathname } = useLocation();
  const account = useQueryOr(accountById(person.id), null);
  if (!account?.unverified_email || ![homeOf(person.role), "/account"].includes(pathname)) return null;
  return (
    <Suspense>
      <UnverifiedNotice email={account.unverified_email} />
    </Suspense>
  );
}

/** Stays mounted when closed, to return the focus. */
function SyncPanelOnceAsked() {
  const open = useAtomValue(syncPanelAtom);
  const [asked, setAsked] = useState(open);
  if (open && !asked) setAsked(true);
  return asked ? (
    <Suspense>
      <SyncPanel />
    </Suspense>
  ) : null;
}
