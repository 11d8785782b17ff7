// The tester's devices as removable chips, and a form to add one, prefilled with this device.
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { profileEdit } from "#sync/mutations/profile.ts";
import type { Device, Profile } from "#sync/schema/profiles.ts";
import { Button } from "#ui/button.tsx";
import { DeviceDialog } from "./device-dialog.tsx";

const MOST = 30;

export function DeviceList({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const [adding, setAdding] = useState(false);
  const change = useMutationToast(profileEdit);
  const apply = (edit: (devices: readonly Device[]) => Device[]) => change((row) => ({ devices: edit(row.devices) }));
  const { devices } = profile;
  return (
    <div className="flex flex-col gap-3">
      {devices.length === 0 ? (
        <p className="text-muted text-sm">
          <Trans>
            Add the devices you test on: developers look for them, and tests that suit them are shown to you first.
          </Trans>
        </p>
      ) : (
        <ul aria-label={t`Devices`} className="flex flex-wrap gap-2">
          {devices.map((device) => (
            <li
              key={device.id}
              className="inline-flex max-w-full items-center rounded-md border border-line bg-raised ps-3 text-sm"
            >
              <span className="min-w-0 py-2">
                <span className="block truncate font-medium">{device.name}</span>
                {device.os !== "" && <span className="block truncate text-muted text-xs">{device.os}</span>}
              </span>
              <button
                type="button"
                aria-label={t`Remove ${device.name}`}
                onClick={() => void apply((list) => list.filter((d) => d.id !== device.id))}
                className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:text-text"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button
        icon={Plus}
        disabled={devices.length >= MOST}
        opensDialog
        onClick={() => setAdding(true)}
        className="w-fit"
      >
        <Trans>Add device</Trans>
      </Button>
      {adding && (
        <DeviceDialog
          onClose={() => setAdding(false)}
          onAdd={async (device) => {
            if ((await apply((list) => [...list, device])).ok) setAdding(false);
          }}
        />
      )}
    </div>
  );
}
