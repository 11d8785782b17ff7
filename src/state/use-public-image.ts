// The address of a public image: of this device's copy if there is one, else of the server. The
// service worker caches images that were shown once (src/service-worker/sw.ts), so avatars work
// offline.
import { useEffect, useState } from "react";
import { localImage, type PublicBucket, publicAddress } from "../../sync/uploads/image-uploads.ts";
import { reportError } from "../lib/error-log.ts";
import { useStore } from "./store.ts";
import { useSync } from "./sync.ts";

/** Undefined while loading, and for an empty path. */
export function usePicture(bucket: PublicBucket, path: string): string | undefined {
  const store = useStore();
  const sync = useSync();
  const [found, setFound] = useState<{ path: string; url: string }>();

  useEffect(() => {
    if (!store || !sync || path === "") return;
    let left = false;
    let made = "";
    localImage(store, bucket, path).then((blob) => {
      if (left) return;
      if (blob) made = URL.createObjectURL(blob);
      setFound({ path, url: made || publicAddress(sync.transport.url, bucket, path) });
    }, reportError);
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [store, sync, bucket, path]);
  return found?.path === path ? found.url : undefined;
}
