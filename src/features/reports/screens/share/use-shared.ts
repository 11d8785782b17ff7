// Content waiting for a report: shared from another app, or opened through the manifest's
// `file_handlers`.
import { useCallback, useEffect, useState } from "react";
import { reportError } from "#lib/error-log.ts";
import { addShared, readShared, removeShared, type Shared } from "#lib/share-inbox.ts";

interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly { getFile(): Promise<File> }[] }) => void): void;
}

export interface SharedProps {
  shared: Shared;
  drop: (keys: readonly string[]) => Promise<void>;
}

export function useShared(fullAlready: boolean) {
  const [shared, setShared] = useState<Shared | null>(null);
  const [full, setFull] = useState(fullAlready);
  const refresh = useCallback(async () => setShared(await readShared(Date.now())), []);

  useEffect(() => {
    refresh().catch(reportError);
    const { launchQueue } = window as { launchQueue?: LaunchQueue };
    launchQueue?.setConsumer(({ files = [] }) => {
      if (files.length === 0) return;
      Promise.all(files.map((handle) => handle.getFile()))
        .then(addShared)
        .then((kept) => setFull(!kept))
        .then(refresh)
        .catch(reportError);
    });
  }, [refresh]);

  const drop = async (keys: readonly string[]) => {
    await removeShared(keys);
    await refresh();
  };
  return { shared, full, drop };
}
