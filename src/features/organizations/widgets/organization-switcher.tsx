// Selects the organization whose rows are shown. Works offline, because all rows are on the device.
import { Trans } from "@lingui/react/macro";
import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { useOrganization } from "#state/organization.ts";
import type { Membership } from "#sync/schema/organizations.ts";
import { OrganizationName } from "./organization-name.tsx";

// Loaded after the first render.
const SwitcherMenu = lazy(async () => ({ default: (await import("./switcher-menu.tsx")).SwitcherMenu }));

const faceClass =
  "tap flex w-full min-w-0 items-center gap-3 rounded-md border border-line px-2 py-1.5 text-start hover:bg-sunken";

/** @param onNavigate called when the user selects an entry */
export function OrganizationSwitcher({ onNavigate = () => undefined }: { onNavigate?: () => void }) {
  const organization = useOrganization();
  const face = <SwitcherFace organization={organization} />;
  return (
    <Suspense fallback={<div className={faceClass}>{face}</div>}>
      <SwitcherMenu className={faceClass} onNavigate={onNavigate}>
        {face}
      </SwitcherMenu>
    </Suspense>
  );
}

const SwitcherFace = ({ organization }: { organization: Membership }) => (
  <>
    <span className="sr-only">
      <Trans>Organization:</Trans>
    </span>
    <OrganizationName membership={organization} />
    <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
  </>
);
