// The logo or the favicon: chosen, made a small PNG on this device (an SVG could carry a script),
// kept and sent; it shows everywhere once saved.
import { Trans, useLingui } from "@lingui/react/macro";
import { ImageUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { brandPictureKeep } from "../../../../../sync/mutations/settings.ts";
import { pngWithin } from "../../../../state/image-processing.ts";
import { useMutation } from "../../../../state/store.ts";
import { usePicture } from "../../../../state/use-public-image.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { NamedPicture } from "../../../../ui/picture.tsx";
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
  /** Holds the path of the picture. */
  field: { value: unknown; onChange: (path: string) => void };
}

export function BrandPicture({ kind, help, field }: BrandPictureProps) {
  const { t } = useLingui();
  const label = t(settingLabel[`${kind}_path`]);
  const path = String(field.value);
  const { onChange } = field;
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const keep = useMutation(brandPictureKeep);
  const shown = usePicture("branding", path);
  const take = async (file: File | undefined) => {
    if (!file) return;
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
    <Field label={label} help={help} error={error} group>
      <div className="flex flex-wrap items-center gap-3">
        {path !== "" && (
          <span className="grid h-14 min-w-14 place-items-center rounded-md border border-line bg-raised p-2">
            {shown && <NamedPicture src={shown} name={label} className="max-h-10 max-w-[200px] object-contain" />}
          </span>
        )}
        <input
          ref={input}
          type="file"
          accept={types[kind]}
          aria-label={label}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button icon={ImageUp} onClick={() => input.current?.click()}>
          {path === "" ? <Trans>Choose a picture</Trans> : <Trans>Choose another picture</Trans>}
        </Button>
        {path !== "" && (
          <Button icon={Trash2} variant="ghost" onClick={() => onChange("")}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </Field>
  );
}
