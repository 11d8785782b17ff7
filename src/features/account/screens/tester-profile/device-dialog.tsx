import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Smartphone } from "lucide-react";
import * as v from "valibot";
import { platformLabel } from "#features/common/campaign-labels.ts";
import { detectedDevice, platformOf } from "#features/common/device.ts";
import { lazyMessage } from "#i18n/i18n.ts";
import { oneLine } from "#sync/inputs/single-line.ts";
import { platform } from "#sync/schema/campaigns.ts";
import type { Device } from "#sync/schema/profiles.ts";
import { Button } from "#ui/button.tsx";
import { FormField } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Select, TextInput } from "#ui/inputs.tsx";

type Fields = Omit<Device, "id">;
const schema: v.GenericSchema<Fields> = v.object({
  name: v.pipe(
    v.string(),
    v.transform(oneLine),
    v.nonEmpty(lazyMessage(msg`Required`)),
    v.maxCodePoints(80, lazyMessage(msg`At most 80 characters.`)),
  ),
  platform: v.pipe(v.string(), v.nonEmpty(lazyMessage(msg`Required`))),
  os: v.pipe(v.string(), v.transform(oneLine), v.maxCodePoints(80, lazyMessage(msg`At most 80 characters.`))),
});

interface DeviceDialogProps {
  onClose: () => void;
  onAdd: (device: Device) => Promise<void>;
}

export function DeviceDialog({ onClose, onAdd }: DeviceDialogProps) {
  const { t } = useLingui();
  const form = useForm<Fields, Fields>({
    schema,
    defaults: { name: "", platform: "", os: "" },
    draft: { key: "add-device" },
    onSubmit: async (values) => {
      await onAdd({ id: crypto.randomUUID(), ...values });
    },
  });
  const fillIn = () => {
    form.setValue("platform", platformOf(navigator.userAgent), { shouldDirty: true });
    form.setValue("os", detectedDevice(navigator.userAgent).slice(0, 80), { shouldDirty: true });
    if (form.getValues("name") === "") form.setFocus("name");
  };
  return (
    <FormDialog form={form} onClose={onClose} title={<Trans>Add device</Trans>} submitLabel={<Trans>Add device</Trans>}>
      <Button icon={Smartphone} onClick={fillIn} className="w-fit">
        <Trans>Fill in from this device</Trans>
      </Button>
      <FormField form={form} name="name" label={t`Name`} help={t`Its everyday name, for example: Pixel 8.`}>
        {(field) => <TextInput autoComplete="off" {...field} />}
      </FormField>
      <FormField form={form} name="platform" label={t`Platform`}>
        {(field) => (
          <Select
            {...field}
            placeholder={t`Choose`}
            options={platform.options
              .filter((value) => value !== "all")
              .map((value) => ({ value, label: t(platformLabel[value]) }))}
          />
        )}
      </FormField>
      <FormField form={form} name="os" optional label={t`System and version`}>
        {(field) => <TextInput autoComplete="off" {...field} />}
      </FormField>
    </FormDialog>
  );
}
