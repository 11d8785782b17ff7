import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { pngWithin } from "#state/image-processing.ts";
import { useMutation } from "#state/store.ts";
import { queueImage } from "#sync/mutations/pictures.ts";
import type { PublicBucket } from "#sync/uploads/public-address.ts";
import { failureText } from "../sync/failures.ts";

type Size = Parameters<typeof pngWithin>[1];

/**
 * Converts a picture to a small PNG, because an SVG can contain scripts, stores it on this device
 * and queues its upload. `onChange` gets its path, or an empty one.
 */
export function usePictureUpload(bucket: PublicBucket, size: Size, onChange: (path: string) => void) {
  const { t } = useLingui();
  const keep = useMutation(queueImage);
  const [error, setError] = useState<string>();
  const take = async (file: File) => {
    setError(undefined);
    const picture = await pngWithin(file, size);
    if (!picture) return setError(t`This picture could not be read.`);
    const kept = await keep(bucket, picture);
    if (kept.ok) onChange(kept.value);
    else setError(t(failureText(kept.error)));
  };
  return { error, onTake: (file: File) => void take(file), onRemove: () => onChange("") };
}
