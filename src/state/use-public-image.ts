// The address of a public picture: of the copy on this device where there is one, else on the
// server. The service worker keeps what was shown once (src/service-worker/sw.ts), so that faces
// are there offline.
import { useEffect, useState } from "react";
import { keptObject, type PublicBucket, publicAddress } from "../../sync/uploads/image-uploads.ts";
import { reportError } from "../lib/error-log.ts";
import { useStore } from "./store.ts";
import { useSync } from "./sync.ts";

/** Undefined while it is looked up, and for an empty path. */
export function usePicture(bucket: PublicBucket, path: string): string | undefined {
  const store = useStore();
  const sync = useSync();
  const [found, setFound] = useState<{ path: string; url: string }>();

  useEffect(() => {
    if (!store || !sync || path === "") return;
    let left = false;
    let made = "";
    keptObject(store, bucket, path).then((blob) => {
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
