// Moves an app of a personal organization, with its campaigns, to another organization.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useServerCall } from "#features/common/use-server-call.ts";
import { CallFailed } from "#features/organizations/widgets/call-failed.tsx";
import { useMemberships, useSwitchOrganization } from "#state/organization.ts";
import { useQueryOr } from "#state/query.ts";
import { useStatus } from "#state/status.ts";
import { campaignsOfOrganization } from "#sync/queries/campaigns.ts";
import type { App } from "#sync/schema/apps.ts";
import { moveApp } from "#sync/schema/organization-functions.ts";
import { allows, type Membership } from "#sync/schema/organizations.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Select } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";

/** The organizations that the app can move to; empty unless it is in the personal one. */
export function useMoveTargets({ org_id }: Pick<App, "org_id">): readonly Membership[] {
  const memberships = useMemberships();
  const online = useStatus("online");
  const isOwn = memberships.some((one) => one.org_id === org_id && one.personal);
  return isOwn && online ? memberships.filter((one) => !one.personal && allows(one.role, "manage")) : [];
}

interface MoveAppProps {
  app: App;
  releases: readonly Release[];
  targets: readonly Membership[];
  onClose: () => void;
}

export function MoveApp({ app, releases, targets, onClose }: MoveAppProps) {
  const { t } = useLingui();
  const [to, setTo] = useState(targets[0]?.org_id ?? "");
  const { pending, failure, run } = useServerCall();
  const switchTo = useSwitchOrganization();
  const campaigns = useQueryOr(campaignsOfOrganization(app.org_id), []).filter((one) => one.app_id === app.id).length;
  const builds = releases.length;
  const { title } = app;
  const name = targets.find(({ org_id }) => org_id === to)?.name ?? "";
  const submit = async () => {
    const done = await run((transport) => transport.rpc(moveApp, { app_id: app.id, org_id: to }));
    if (!done.ok) return;
    onClose();
    switchTo(to);
    showToast({ title: t`“${title}” belongs to ${name} now` });
  };
  return (
    <FormDialog
      size="md"
      onSubmit={submit}
      onClose={onClose}
      title={<Trans>Move “{title}” to an organization</Trans>}
      submitLabel={<Trans>Move app</Trans>}
      pending={pending}
    >
      <CallFailed failure={failure} />
      <Field label={t`Organization`}>
        <Select
          value={to}
          options={targets.map((one) => ({ value: one.org_id, label: one.name }))}
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
      <div className="flex flex-col gap-2 text-sm">
        <p>
          <Trans>This moves:</Trans>
        </p>
        <ul className="list-disc ps-5">
          <li>
            <Plural value={builds} one="the app with # release" other="the app with # releases" />
          </li>
          <li>
            <Plural
              value={campaigns}
              _0="no campaign"
              one="# campaign with its applicants, reports, comments and rewards"
              other="# campaigns with their applicants, reports, comments and rewards"
            />
          </li>
        </ul>
        <p className="text-muted">
          <Trans>
            The members of {name} can see and change it all, by their roles, and testers see its name. Rewards and
            payouts stay as they are. API tokens of your own organization no longer reach the app. You cannot move it
            back.
          </Trans>
        </p>
      </div>
    </FormDialog>
  );
}
