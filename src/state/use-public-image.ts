// The address of a public image: of this device's copy if there is one, else of the server. The
// service worker caches images that were shown once (src/service-worker/sw.ts), so avatars work
// offline.
import { useEffect, useState } from "react";
import { type PublicBucket, publicAddress } from "../../sync/uploads/public-address.ts";
import { reportError } from "../lib/error-log.ts";
import { importOnce } from "../lib/import-once.ts";
import { backendUrl } from "./backend-address.ts";
import { mayBeSignedIn } from "./may-be-signed-in.ts";
import { useStore } from "./store.ts";

const images = importOnce(() => import("../../sync/uploads/image-uploads.ts"));

/** Undefined while loading, and for an empty path. */
export function usePicture(bucket: PublicBucket, path: string): string | undefined {
  const store = useStore();
  // Visitors have no images of their own: the address is known at once. Somebody who signs out
  // does not become one here: what they looked at would be fetched, and kept, once more.
  const [visitor] = useState(() => !mayBeSignedIn());
  const [found, setFound] = useState<{ path: string; url: string }>();

  useEffect(() => {
    if (path === "" || visitor || !store) return;
    const address = publicAddress(backendUrl(), bucket, path);
    let left = false;
    let made = "";
    const look = async () => {
      const { localImage } = await images();
      const blob = await localImage(store, bucket, path);
      if (left) return;
      if (blob) made = URL.createObjectURL(blob);
      setFound({ path, url: made || address });
    };
    look().catch(reportError);
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [store, visitor, bucket, path]);
  if (visitor && path !== "") return publicAddress(backendUrl(), bucket, path);
  return found?.path === path ? found.url : undefined;
}
