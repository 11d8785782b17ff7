import { Trans } from "@lingui/react/macro";
import type { Membership } from "#sync/schema/organizations.ts";
import { OrganizationLogo } from "./organization-logo.tsx";

export function OrganizationName({ membership }: { membership: Pick<Membership, "name" | "logo_path" | "personal"> }) {
  const { name, logo_path, personal } = membership;
  return (
    <>
      <OrganizationLogo name={name} path={logo_path} size="sm" />
      <span className="min-w-0 flex-1 text-sm leading-tight">
        <span className="block truncate font-semibold">{name}</span>
        {personal && (
          <span className="block truncate text-muted text-xs">
            <Trans context="organization">Personal</Trans>
          </span>
        )}
      </span>
    </>
  );
}
