// Starts, reads and deletes downloads of builds.
import { liveQuery } from "dexie";
import { firstValueFrom } from "rxjs";
import { storing } from "../database/device-db.ts";
import type { Store } from "../database/store.ts";
import { catalogApp } from "../queries/catalog.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { beginDownload, type Download, type Downloadable, downloadedFile, dropDownload } from "../uploads/downloads.ts";

/** @param keep true keeps it for offline use */
export async function buildDownload(
  store: Store,
  release: Downloadable,
  title: string,
  keep: boolean,
): Promise<Result<Downloadable>> {
  if (release.file_path === "") return fail({ type: "not_found" });
  return storing(async () => {
    await beginDownload(store, release, title, keep);
    return release;
  });
}

/** Downloads the newest version of an app that this device knows. */
export async function appDownload(store: Store, appId: string, title: string): Promise<Result<Downloadable>> {
  const found = await firstValueFrom(catalogApp(appId).observe(store));
  const newest = found?.found.releases[0];
  return newest ? buildDownload(store, newest, title, false) : fail({ type: "not_found" });
}

/** Resolves when the build is checked. Null if it failed or was cancelled: see the download. */
export async function buildFile(store: Store, releaseId: string): Promise<Result<Blob | null>> {
  const over = ({ state }: Download) => state === "ready" || state === "failed";
  await new Promise<void>((resolve, reject) => {
    const subscription = liveQuery(() => store.device.downloads.get(releaseId)).subscribe({
      next: (download) => {
        if (download && !over(download)) return;
        resolve();
        queueMicrotask(() => subscription.unsubscribe());
      },
      error: reject,
    });
  });
  return ok(await downloadedFile(store, releaseId));
}

export const buildFree = (store: Store, releaseId: string): Promise<Result<void>> =>
  storing(() => dropDownload(store, releaseId));
