// The build of a new app: fills in name, icon, platform and version from the file.
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { pngWithin } from "#state/image-processing.ts";
import { useMutation } from "#state/store.ts";
import { oneLine } from "#sync/inputs/single-line.ts";
import { type AppInput, appPicture } from "#sync/mutations/apps.ts";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { Field } from "#ui/field.tsx";
import type { Form } from "#ui/form/use-form.ts";
import { TextInput } from "#ui/inputs.tsx";
import { platformOfFile } from "../../build-action.ts";
import { typeOf } from "./app-values.ts";
import { BuildField } from "./build-field.tsx";
import type { TakenBuild } from "./check-build.ts";
import { ICON_PX } from "./use-package-icon.ts";

export interface FirstBuild {
  file: File;
  version: string;
  /** The server publishes release and app once it has read the file. */
  publishes: boolean;
}

type FirstBuildState = ReturnType<typeof useFirstBuild>;

export function useFirstBuild() {
  const [build, setBuild] = useState<TakenBuild | null>(null);
  const [version, setVersion] = useState("");
  const [wants, setWants] = useState(true);
  const [reading, setReading] = useState(false);
  const [tried, setTried] = useState(false);
  return {
    ...{ build, setBuild, version, setVersion, wants, setWants, reading, setReading, tried },
    publishes: build !== null && wants,
    /** Null without a file. `incomplete`: the file is being read, or has no version yet. */
    take(): FirstBuild | null | "incomplete" {
      setTried(true);
      if (reading) return "incomplete";
      if (!build) return null;
      const text = oneLine(version);
      return text === "" ? "incomplete" : { file: build.file, version: text, publishes: wants };
    },
  };
}

interface FirstBuildFieldsProps {
  form: Form<AppInput, AppInput>;
  first: FirstBuildState;
}

export function FirstBuildFields({ form, first }: FirstBuildFieldsProps) {
  const { t } = useLingui();
  const { build, version, tried } = first;
  const keep = useMutation(appPicture);
  const take = async (chosen: TakenBuild) => {
    const { metadata, file } = chosen;
    const before = build?.metadata;
    first.setBuild(chosen);
    const platform = metadata?.platform ?? platformOfFile(file.name);
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue("platform", platform, options);
    form.setValue("type", typeOf[platform], options);
    if (!metadata) return;
    // Text that the user typed stays.
    const title = form.getValues("title");
    if (metadata.name !== "" && (title === "" || title === before?.name))
      form.setValue("title", metadata.name, options);
    if (metadata.version.length <= 40 && (version === "" || version === before?.version))
      first.setVersion(metadata.version);
    if (!metadata.icon || form.getValues("icon_path") !== "") return;
    const picture = await pngWithin(new Blob([new Uint8Array(metadata.icon)]), { width: ICON_PX, height: ICON_PX });
    const kept = picture && (await keep(picture));
    if (kept?.ok) form.setValue("icon_path", kept.value, options);
  };
  return (
    <>
      <BuildField
        app={null}
        build={build}
        releases={[]}
        reading={first.reading}
        onReading={first.setReading}
        onChange={(chosen) => void take(chosen)}
      />
      {build && (
        <>
          <Field
            label={t`Version`}
            help={t`Such as 1.4.0.`}
            error={tried && oneLine(version) === "" ? t`Required` : undefined}
            className="md:max-w-xs"
          >
            <TextInput
              maxLength={40}
              autoComplete="off"
              value={version}
              onChange={(event) => first.setVersion(event.target.value)}
            />
          </Field>
          <Checkbox
            checked={first.wants}
            onChange={(event) => first.setWants(event.target.checked)}
            label={<Trans>Publish app and release</Trans>}
            help={
              <Trans>
                Everyone finds them in the App Store. Off: only the testers of your campaigns get the build.
              </Trans>
            }
          />
        </>
      )}
    </>
  );
}
