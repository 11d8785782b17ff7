// Uses the icon of a package for an app without one. Re-encodes it, because the file is untrusted.

import { pngWithin } from "#state/image-processing.ts";
import { useMutation } from "#state/store.ts";
import { appIcon } from "#sync/mutations/apps.ts";

/** The largest size that the store shows. */
export const ICON_PX = 512;

/** @returns a function that resolves to false if the browser cannot decode the icon */
export function usePackageIcon(appId: string): (icon: Uint8Array) => Promise<boolean> {
  const keep = useMutation(appIcon);
  return async (icon) => {
    const picture = await pngWithin(new Blob([new Uint8Array(icon)]), { width: ICON_PX, height: ICON_PX });
    return picture !== null && (await keep(appId, picture)).ok;
  };
}
