import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { pngWithin } from "#state/image-processing.ts";
import type { Result } from "#state/store.ts";
import { failureText } from "../sync/failures.ts";

type Size = Parameters<typeof pngWithin>[1];
type Keep = (picture: Blob) => Promise<Result<string>>;

/** Converts a picture to a small PNG, because an SVG can contain scripts, and stores it. */
export function usePictureUpload(keep: Keep, size: Size, onChange: (path: string) => void) {
  const { t } = useLingui();
  const [error, setError] = useState<string>();
  const take = async (file: File) => {
    setError(undefined);
    const picture = await pngWithin(file, size);
    if (!picture) return setError(t`This picture could not be read.`);
    const kept = await keep(picture);
    if (kept.ok) onChange(kept.value);
    else setError(t(failureText(kept.error)));
  };
  return { error, onTake: (file: File) => void take(file), onRemove: () => onChange("") };
}
