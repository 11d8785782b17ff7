// The logo: made a small PNG on this device (an SVG could carry a script), stored and sent; members
// see it once the form is saved.
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { organizationLogoKeep } from "../../../../../sync/mutations/organizations.ts";
import { pngWithin } from "../../../../state/image-processing.ts";
import { useMutation } from "../../../../state/store.ts";
import { PictureChoice } from "../../../../ui/picture-choice.tsx";
import { failureText } from "../../../sync/failures.ts";
import { OrganizationLogo } from "../../widgets/organization-logo.tsx";

const size = { width: 256, height: 256 };

interface LogoFieldProps {
  name: string;
  path: string;
  onChange: (path: string) => void;
}

export function LogoField({ name, path, onChange }: LogoFieldProps) {
  const { t } = useLingui();
  const [error, setError] = useState<string>();
  const keep = useMutation(organizationLogoKeep);
  const take = async (file: File) => {
    setError(undefined);
    const picture = await pngWithin(file, size);
    if (!picture) return setError(t`This picture could not be read.`);
    const kept = await keep(picture);
    if (kept.ok) onChange(kept.value);
    else setError(t(failureText(kept.error)));
  };
  return (
    <>
      <PictureChoice
        label={t`Logo`}
        accept="image/png,image/jpeg,image/webp,image/svg+xml,.svg"
        chosen={path !== ""}
        onTake={(file) => void take(file)}
        onRemove={() => onChange("")}
      >
        <OrganizationLogo name={name} path={path} size="lg" />
      </PictureChoice>
      {error ? (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      ) : (
        <p className="text-muted text-sm">
          <Trans>A square picture works best.</Trans>
        </p>
      )}
    </>
  );
}
