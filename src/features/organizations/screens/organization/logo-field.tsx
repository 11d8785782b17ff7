// Uploads the logo. Visible after saving.
import { Trans, useLingui } from "@lingui/react/macro";
import { usePictureUpload } from "#features/common/use-picture-upload.ts";
import { PictureChoice } from "#ui/picture-choice.tsx";
import { OrganizationLogo } from "../../widgets/organization-logo.tsx";

const size = { width: 256, height: 256 };

interface LogoFieldProps {
  name: string;
  path: string;
  onChange: (path: string) => void;
}

export function LogoField({ name, path, onChange }: LogoFieldProps) {
  const { t } = useLingui();
  const { error, ...actions } = usePictureUpload("avatars", size, onChange);
  return (
    <>
      <PictureChoice
        label={t`Logo`}
        accept="image/png,image/jpeg,image/webp,image/svg+xml,.svg"
        chosen={path !== ""}
        {...actions}
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
