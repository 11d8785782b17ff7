// Blocks or unblocks an organization. The device sees the change with the next pull of the account.

import { Trans, useLingui } from "@lingui/react/macro";
import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import { forgetFirstPages } from "#state/catalog.ts";
import { useBlockedOrganizations } from "#state/organization.ts";
import { personOf, useSession } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { loadSync } from "#state/sync.ts";
import { blockOrganization } from "#sync/schema/organization-functions.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { type MenuEntry, menuEntry } from "#ui/menu-entry.ts";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";
import { blockFailure } from "../../common/organization-failures.ts";
import { useServerCall } from "../use-server-call.ts";

interface Named {
  org_id: string;
  name: string;
}

function useBlock({ org_id, name }: Named) {
  const { t } = useLingui();
  const { pending, run } = useServerCall();
  const set = async (blocked: boolean) => {
    const done = await run((transport) => transport.rpc(blockOrganization, { org_id, blocked }));
    if (!done.ok) {
      showToast({ tone: "danger", title: t(blockFailure(done.error)) });
      return;
    }
    forgetFirstPages();
    // Pull the changed account.
    await (await loadSync()).syncNow();
    showToast({ title: blocked ? t`You have blocked ${name}` : t`You have unblocked ${name}` });
  };
  return { pending, set };
}

/** The action and its question; null for other roles and blocked organizations. */
export function useBlockOrganization(organization: Named): { item: MenuEntry; question: ReactNode } | null {
  const person = personOf(useSession());
  const blocked = useBlockedOrganizations();
  const online = useStatus("online");
  const [asking, setAsking] = useState(false);
  const { pending, set } = useBlock(organization);
  const { org_id: orgId, name } = organization;
  if (person?.role !== "tester" || blocked.some((one) => one.org_id === orgId)) return null;
  return {
    item: menuEntry("block", Ban, <Trans>Block {name}</Trans>, { disabled: !online, opensDialog: true }, () =>
      setAsking(true),
    ),
    question: (
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void set(true).then(() => setAsking(false))}
        title={<Trans>Block {name}?</Trans>}
        confirmLabel={<Trans>Block organization</Trans>}
        pending={pending}
      >
        <div className="flex flex-col gap-3">
          <p>
            <Trans>
              {name} can no longer invite you, send you announcements or remind you, and you'll no longer see its tests.
              Its open invitations are cancelled. It won't be notified.
            </Trans>
          </p>
          <p>
            <Trans>
              Your current tests continue, with answers to your reports and your rewards. To leave one, open it and
              choose “Leave this test”, or “Withdraw” while you wait for an answer.
            </Trans>
          </p>
        </div>
      </ConfirmDialog>
    ),
  };
}

export function BlockButton(organization: Named) {
  const block = useBlockOrganization(organization);
  if (!block) return null;
  const { label, disabled, onSelect } = block.item;
  return (
    <>
      <Button size="sm" variant="ghost" icon={Ban} disabled={disabled} opensDialog onClick={onSelect}>
        {label}
      </Button>
      {block.question}
    </>
  );
}

export function UnblockButton(organization: Named) {
  const online = useStatus("online");
  const { t } = useLingui();
  const { pending, set } = useBlock(organization);
  const { name } = organization;
  return (
    <Button
      size="sm"
      disabled={!online}
      pending={pending}
      aria-label={t`Unblock ${name}`}
      onClick={() => void set(false)}
    >
      <Trans>Unblock</Trans>
    </Button>
  );
}

/** Explains that the organization is blocked. Renders nothing otherwise. */
export function BlockedNotice(organization: Named) {
  const blocked = useBlockedOrganizations();
  const { name } = organization;
  if (!blocked.some(({ org_id }) => org_id === organization.org_id)) return null;
  return (
    <Notice title={<Trans>You have blocked {name}</Trans>} action={<UnblockButton {...organization} />}>
      <Trans>Its tests are not in your lists, and it cannot invite you.</Trans>
    </Notice>
  );
}
