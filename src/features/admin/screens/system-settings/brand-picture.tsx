// Uploads the logo or favicon. Visible after saving.
import { useLingui } from "@lingui/react/macro";
import { usePictureUpload } from "#features/common/use-picture-upload.ts";
import { usePicture } from "#state/use-public-image.ts";
import { Field, type FieldProps } from "#ui/field.tsx";
import { NamedPicture } from "#ui/picture.tsx";
import { PictureChoice } from "#ui/picture-choice.tsx";
import { settingLabel } from "../../labels.ts";

const sizes = { logo: { width: 400, height: 80 }, favicon: { width: 64, height: 64 } } as const;
const types = {
  logo: "image/png,image/svg+xml,.svg",
  favicon: "image/png,image/x-icon,image/vnd.microsoft.icon,.ico",
} as const;

interface BrandPictureProps {
  kind: "logo" | "favicon";
  help: string;
  note: FieldProps["note"];
  /** Its value is the path of the picture. */
  field: { value: unknown; onChange: (path: string) => void };
}

export function BrandPicture({ kind, help, note, field }: BrandPictureProps) {
  const { t } = useLingui();
  const label = t(settingLabel[`${kind}_path`]);
  const path = String(field.value);
  const { error, ...actions } = usePictureUpload("branding", sizes[kind], field.onChange);
  const shown = usePicture("branding", path);
  return (
    <Field label={label} help={help} error={error} note={note} group>
      <PictureChoice label={label} accept={types[kind]} chosen={path !== ""} {...actions}>
        {path !== "" && (
          <span className="grid h-14 min-w-14 place-items-center rounded-md border border-line bg-raised p-2">
            {shown && <NamedPicture src={shown} name={label} className="max-h-10 max-w-[200px] object-contain" />}
          </span>
        )}
      </PictureChoice>
    </Field>
  );
}
