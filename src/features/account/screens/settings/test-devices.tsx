// The tester's iPhones and iPads for ad hoc builds, and who may read their identifiers. Renders
// nothing without devices; the page of an ad hoc build adds them.
import { Trans, useLingui } from "@lingui/react/macro";
import { useAskedAction } from "#features/common/use-server-call.ts";
import { useStatus } from "#state/status.ts";
import { useRemote } from "#state/use-online-query.ts";
import { myTestDevices, removeTestDevice, type TestDevice } from "#sync/schema/test-device-functions.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Part } from "./account-section.tsx";

export function TestDevices() {
  const { t } = useLingui();
  const remote = useRemote(myTestDevices, { release_id: null });
  if (remote.state === "error")
    return <ErrorState title={<Trans>Your iPhones and iPads could not be loaded</Trans>} onRetry={remote.reload} />;
  if (remote.state === "loading") return <div data-waits hidden />;
  if (remote.state !== "ready" || remote.data.devices.length === 0) return null;
  return (
    <Part
      id="iphones"
      title={<Trans>iPhones and iPads</Trans>}
      lead={
        <Trans>
          You added these to install builds. Their identifiers are stored encrypted; the managers of the organizations
          named here can read them.
        </Trans>
      }
    >
      <ul aria-label={t`iPhones and iPads`} className="divide-y divide-line rounded-lg border border-line bg-raised">
        {remote.data.devices.map((device) => (
          <Line key={device.id} device={device} onChanged={remote.reload} />
        ))}
      </ul>
    </Part>
  );
}

function Line({ device, onChanged }: { device: TestDevice; onChanged: () => void }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const action = useAskedAction(onChanged);
  const name = device.model || t`Device`;
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2.5">
      <span className="min-w-0">
        <span className="break-words font-medium">{name}</span>
        <span className="block break-words text-muted text-sm">
          <Trans>
            added <DateText value={device.created_at} />
          </Trans>
          {" · "}
          {device.shared_with.length === 0 ? t`not shared` : device.shared_with.join(", ")}
        </span>
      </span>
      <Button size="sm" disabled={!online} aria-label={t`Remove ${name}`} opensDialog onClick={action.ask}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        {...action.question(
          (transport) => transport.rpc(removeTestDevice, { device_id: device.id }),
          t`The device was removed`,
        )}
        title={<Trans>Remove this device?</Trans>}
        confirmLabel={<Trans>Remove</Trans>}
      >
        <Trans>Its identifier is deleted here. Developers who registered it with Apple keep it there.</Trans>
      </ConfirmDialog>
    </li>
  );
}
