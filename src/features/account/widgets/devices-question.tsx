// Asks a new tester once which devices are at hand. This device is recognized and selected.
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { type DeviceSystem, userDevice } from "#features/catalog/user-device.ts";
import { detectedDevice, platformOf } from "#features/common/device.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import type { Labels } from "#i18n/labels.ts";
import { readKey, writeKey } from "#lib/browser-storage.ts";
import { profileEdit } from "#sync/mutations/profile.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";

const platforms = ["android", "ios", "windows", "macos", "web"] as const;
type Platform = (typeof platforms)[number];

const choiceLabel: Labels<Platform> = {
  android: msg`Android`,
  ios: msg`iPhone or iPad`,
  windows: msg`Windows`,
  macos: msg`Mac`,
  web: msg`Linux or ChromeOS`,
};

const platformOfSystem: { readonly [S in DeviceSystem]: Platform | null } = {
  ...{ android: "android", iphone: "ios", ipad: "ios", windows: "windows", mac: "macos" },
  ...{ linux: "web", chromeos: "web", other: null },
};
const systemName: Labels<DeviceSystem> = {
  android: msg`Android device`,
  iphone: msg`iPhone`,
  ipad: msg`iPad`,
  windows: msg`Windows computer`,
  mac: msg`Mac`,
  linux: msg`Linux computer`,
  chromeos: msg`Chromebook`,
  other: msg`Device`,
};
const usualSystem = { android: "android", windows: "windows", macos: "mac" } as const;

const keyOf = (profile: Profile) => `devices-asked:${profile.id}`;

interface DevicesQuestionProps {
  profile: Profile | null;
  /** Brings the tests into view. */
  onShow: () => void;
}

/** Renders nothing for testers who have a device or have skipped the question on this device. */
export function DevicesQuestion({ profile, onShow }: DevicesQuestionProps) {
  const [skipped, setSkipped] = useState(false);
  if (!profile || profile.devices.length > 0 || skipped || readKey(keyOf(profile))) return null;
  const skip = () => {
    writeKey(keyOf(profile), "skipped");
    setSkipped(true);
  };
  return <Question onShow={onShow} onSkip={skip} />;
}

function Question({ onShow, onSkip }: { onShow: () => void; onSkip: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const { system } = userDevice();
  const here = platformOfSystem[system];
  const [chosen, setChosen] = useState<readonly Platform[]>(here ? [here] : []);
  const change = useMutationToast(profileEdit);
  const nameOf = (platform: Platform) => {
    if (platform === here) return t(systemName[system]);
    return t(platform === "ios" || platform === "web" ? choiceLabel[platform] : systemName[usualSystem[platform]]);
  };
  const save = async () => {
    const agent = navigator.userAgent;
    const devices = chosen.map((platform) => ({
      ...{ id: crypto.randomUUID(), name: nameOf(platform), platform },
      // An iPad calls itself a Mac.
      os: platform === here && platformOf(agent) === platform ? detectedDevice(agent).slice(0, 80) : "",
    }));
    const saved = await change((row) => ({ devices: row.devices.length > 0 ? row.devices : devices }));
    if (saved.ok) onShow();
  };
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 shadow-sm md:p-5"
    >
      <div>
        <h2 id={id} className="text-lg">
          <Trans>What do you have with you?</Trans>
        </h2>
        <p className="text-muted text-sm">
          <Trans>Tests for these devices come first. You can change this in My Profile.</Trans>
        </p>
      </div>
      <fieldset aria-labelledby={id} className="flex flex-wrap gap-x-6">
        {platforms.map((platform) => (
          <Checkbox
            key={platform}
            label={platform === here ? <ThisDevice kind={t(choiceLabel[platform])} /> : t(choiceLabel[platform])}
            checked={chosen.includes(platform)}
            onChange={({ target }) =>
              setChosen((old) => platforms.filter((one) => (one === platform ? target.checked : old.includes(one))))
            }
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => void save()}>
          <Trans>Show tests that fit</Trans>
        </Button>
        <Button variant="ghost" onClick={onSkip}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </section>
  );
}

const ThisDevice = ({ kind }: { kind: string }) => <Trans>{kind} (this device)</Trans>;
