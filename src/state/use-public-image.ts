// The URL of a public image: the local copy, else the server's. The service worker caches shown
// images (`src/service-worker/sw.ts`), so avatars work offline.
import { useEffect, useState } from "react";
import { type PublicBucket, publicAddress } from "../../sync/uploads/public-address.ts";
import { reportError } from "../lib/error-log.ts";
import { importOnce } from "../lib/import-once.ts";
import { backendUrl } from "./backend-address.ts";
import { mayBeSignedIn } from "./may-be-signed-in.ts";
import { useStore } from "./store.ts";

const images = importOnce(() => import("../../sync/uploads/image-uploads.ts"));

export function usePicture(bucket: PublicBucket, path: string): string | undefined {
  const store = useStore();
  // Visitors have no local images, so their URL is known at once. Not updated on logout, which
  // would fetch and cache the images again.
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
