// The logo or the favicon: chosen, made a small PNG on this device (an SVG could carry a script),
// kept and sent; it shows everywhere once saved.
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { brandPictureKeep } from "../../../../../sync/mutations/settings.ts";
import { pngWithin } from "../../../../state/image-processing.ts";
import { useMutation } from "../../../../state/store.ts";
import { usePicture } from "../../../../state/use-public-image.ts";
import { Field, type FieldProps } from "../../../../ui/field.tsx";
import { NamedPicture } from "../../../../ui/picture.tsx";
import { PictureChoice } from "../../../../ui/picture-choice.tsx";
import { failureText } from "../../../sync/failures.ts";
import { settingLabel } from "../../labels.ts";

/** Twice what is recommended: screens have more pixels than that. */
const sizes = { logo: { width: 400, height: 80 }, favicon: { width: 64, height: 64 } } as const;
const types = {
  logo: "image/png,image/svg+xml,.svg",
  favicon: "image/png,image/x-icon,image/vnd.microsoft.icon,.ico",
} as const;

interface BrandPictureProps {
  kind: "logo" | "favicon";
  help: string;
  note: FieldProps["note"];
  /** Holds the path of the picture. */
  field: { value: unknown; onChange: (path: string) => void };
}

export function BrandPicture({ kind, help, note, field }: BrandPictureProps) {
  const { t } = useLingui();
  const label = t(settingLabel[`${kind}_path`]);
  const path = String(field.value);
  const { onChange } = field;
  const [error, setError] = useState<string>();
  const keep = useMutation(brandPictureKeep);
  const shown = usePicture("branding", path);
  const take = async (file: File) => {
    setError(undefined);
    const picture = await pngWithin(file, sizes[kind]);
    if (!picture) {
      setError(t`This picture could not be read.`);
      return;
    }
    const kept = await keep(picture);
    if (kept.ok) onChange(kept.value);
    else setError(t(failureText(kept.error)));
  };
  return (
    <Field label={label} help={help} error={error} note={note} group>
      <PictureChoice
        label={label}
        accept={types[kind]}
        chosen={path !== ""}
        onTake={(file) => void take(file)}
        onRemove={() => onChange("")}
      >
        {path !== "" && (
          <span className="grid h-14 min-w-14 place-items-center rounded-md border border-line bg-raised p-2">
            {shown && <NamedPicture src={shown} name={label} className="max-h-10 max-w-[200px] object-contain" />}
          </span>
        )}
      </PictureChoice>
    </Field>
  );
}
