// Icon and screenshots of an app: stored on this device, then uploaded. Pictures are re-encoded to
// remove metadata.
import { Trans, useLingui } from "@lingui/react/macro";
import { ImagePlus, X } from "lucide-react";
import { useRef, useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { prepareFile } from "#state/image-processing.ts";
import { useMutation } from "#state/store.ts";
import { usePicture } from "#state/use-public-image.ts";
import { appPicture } from "#sync/mutations/apps.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { NamedPicture } from "#ui/picture.tsx";

/** The types that the bucket allows, which exclude GIF. */
const ACCEPT = "image/png,image/jpeg,image/webp,image/avif";
const MAX_BYTES = 5 * 1024 * 1024;

interface PictureFieldProps {
  value: readonly string[];
  onChange: (paths: string[]) => void;
  most: number;
  addLabel: string;
  nameOf: (index: number) => string;
  square?: boolean;
}

export function PictureField({ value, onChange, most, addLabel, nameOf, square }: PictureFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const keep = useMutation(appPicture);
  const add = async (files: readonly File[]) => {
    setError(undefined);
    const paths = [...value];
    for (const file of files.slice(0, most - value.length)) {
      const prepared = await prepareFile(file, { moving: false });
      if (!prepared.ok && prepared.problem === "gone") {
        setError(t`${file.name} can no longer be read. Choose it again.`);
        continue;
      }
      const picture = prepared.ok ? prepared.file : null;
      if (!picture?.blob.type.startsWith("image/")) {
        setError(t`${file.name} is not a supported image.`);
        continue;
      }
      if (picture.blob.size > MAX_BYTES) {
        setError(t`${file.name} is larger than 5 MB.`);
        continue;
      }
      const kept = await keep(picture.blob);
      if (!kept.ok) setError(t(failureText(kept.error)));
      else if (!paths.includes(kept.value)) paths.push(kept.value);
    }
    if (paths.length > value.length) onChange(paths);
  };
  return (
    <div className="flex flex-col gap-3">
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-3 pt-1">
          {value.map((path, index) => (
            <Thumb
              key={path}
              path={path}
              name={nameOf(index)}
              square={square ?? false}
              onRemove={() => onChange(value.filter((one) => one !== path))}
            />
          ))}
        </ul>
      )}
      {value.length < most && (
        <Button icon={ImagePlus} onClick={() => input.current?.click()} className="w-fit">
          {addLabel}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple={most > 1}
        accept={ACCEPT}
        aria-label={addLabel}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          void add(files);
        }}
      />
      {error && (
        <Notice tone="danger" live>
          {error}
        </Notice>
      )}
    </div>
  );
}

interface ThumbProps {
  path: string;
  name: string;
  square: boolean;
  onRemove: () => void;
}

function Thumb({ path, name, square, onRemove }: ThumbProps) {
  const { t } = useLingui();
  const url = usePicture("app-content", path);
  return (
    <li className="relative">
      <span
        className={`grid grid-rows-[100%] place-items-center overflow-hidden rounded-lg border border-line bg-sunken ${square ? "size-20" : "h-36 w-24"}`}
      >
        {url ? (
          <NamedPicture src={url} name={name} className={`size-full ${square ? "object-cover" : "object-contain"}`} />
        ) : (
          <span className="text-muted text-xs">
            <Trans>Loading…</Trans>
          </span>
        )}
      </span>
      <span className="absolute -end-2 -top-2 grid">
        <IconButton
          icon={X}
          label={t`Remove ${name}`}
          variant="secondary"
          round
          onClick={onRemove}
          className="shadow-sm"
        />
      </span>
    </li>
  );
}
