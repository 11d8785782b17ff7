import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatStorage } from "#i18n/format.ts";
import { STORAGE_QUOTA_BYTES } from "#lib/constants.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import type { Usage } from "./folder-entries.ts";

export function Quota({ usage: { files, bytes } }: { usage: Usage }) {
  const { t, i18n } = useLingui();
  const used = formatStorage(bytes, i18n.locale);
  const most = formatStorage(STORAGE_QUOTA_BYTES, i18n.locale);
  return (
    <div className="flex w-full flex-col gap-1.5 sm:w-80">
      <p className="flex justify-between gap-4 text-muted text-sm">
        <span>
          <Trans>
            {used} of {most} used
          </Trans>
        </span>
        <span>
          <Plural value={files} one="# file" other="# files" />
        </span>
      </p>
      <ProgressBar value={(bytes / STORAGE_QUOTA_BYTES) * 100} label={t`Storage used`} />
    </div>
  );
}
