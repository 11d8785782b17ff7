// The icon of a package for an app that has none yet. Made anew, as each picture is: the file comes
// from a stranger.
import { appEdit, appPicture } from "../../../../../sync/mutations/apps.ts";
import { pngWithin } from "../../../../state/image-processing.ts";
import { useMutation } from "../../../../state/store.ts";

/** As large as a store shows it. */
const ICON_PX = 512;

/** @returns whether the app has it now: no for an icon that this browser cannot draw */
export function usePackageIcon(appId: string): (icon: Uint8Array) => Promise<boolean> {
  const keep = useMutation(appPicture);
  const edit = useMutation(appEdit);
  return async (icon) => {
    const picture = await pngWithin(new Blob([new Uint8Array(icon)]), { width: ICON_PX, height: ICON_PX });
    if (!picture) return false;
    const kept = await keep(picture);
    return kept.ok && (await edit(appId, { icon_path: kept.value })).ok;
  };
}
