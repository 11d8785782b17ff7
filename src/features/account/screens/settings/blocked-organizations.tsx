import { Trans, useLingui } from "@lingui/react/macro";
import { UnblockButton } from "#features/common/widgets/block-organization.tsx";
import { useStatus } from "#state/status.ts";
import type { Account } from "#sync/schema/accounts.ts";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { Part } from "./account-section.tsx";

/**
 * Organizations whose invitations and messages the tester blocked, at most 200.
 * @param blocked null while loading
 */
export function BlockedOrganizations({ blocked }: { blocked: Account["blocked_organizations"] | null }) {
  const { t } = useLingui();
  const online = useStatus("online");
  return (
    <Part
      id="blocked"
      waits={!blocked}
      title={<Trans>Blocked organizations</Trans>}
      lead={
        <Trans>
          They cannot invite you or write to you, and their tests are not in your lists. They are not notified.
        </Trans>
      }
    >
      {!blocked && <SkeletonLine className="w-64" />}
      {blocked?.length === 0 && (
        <p className="text-muted text-sm">
          <Trans>You have not blocked any organization. You can block one on the page of one of its tests.</Trans>
        </p>
      )}
      {blocked && blocked.length > 0 && (
        <ul
          aria-label={t`Blocked organizations`}
          className="divide-y divide-line rounded-lg border border-line bg-raised"
        >
          {blocked.map((one) => (
            <li key={one.org_id} className="flex items-center justify-between gap-4 px-4 py-2.5">
              <span className="min-w-0 break-words">{one.name}</span>
              <UnblockButton {...one} />
            </li>
          ))}
        </ul>
      )}
      {blocked && blocked.length > 0 && !online && (
        <p className="mt-2 text-muted text-sm">
          <Trans>You are offline. Connect to unblock an organization.</Trans>
        </p>
      )}
    </Part>
  );
}
