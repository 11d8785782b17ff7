// Downloads a build in parts to the device, verifies it, and then hands it to the browser's
// downloads.
import { useLingui } from "@lingui/react/macro";
import type { Release } from "#sync/schema/releases.ts";
import type { Result } from "#sync/transport/result.ts";
import type { Download, Downloadable } from "#sync/uploads/downloads.ts";
import { refreshApp } from "../../state/catalog-rows.ts";
import { useLaterQuery } from "../../state/query.ts";
import { type Store, useMutation } from "../../state/store.ts";
import { saveFile } from "../../ui/save-file.ts";
import { showToast } from "../../ui/toast.tsx";
import { failureText } from "../sync/failures.ts";
import { useMutationToast } from "../sync/use-mutation-toast.ts";

const none: ReadonlyMap<string, Download> = new Map<string, Download>();
export function useDownloads(): ReadonlyMap<string, Download> {
  const read = useLaterQuery(loadDownloads);
  return read.state === "ready" ? read.data : none;
}
const loadDownloads = async () => (await import("#sync/queries/downloads.ts")).downloads();

// Loaded on demand, because the App Store renders before the database.
const mutations = () => import("#sync/mutations/downloads.ts");
const begun = async (store: Store, release: Downloadable, title: string, keep: boolean) =>
  (await mutations()).buildDownload(store, release, title, keep);
const newestBegun = async (store: Store, appId: string, title: string) =>
  (await mutations()).appDownload(store, appId, title);
const file = async (store: Store, releaseId: string) => (await mutations()).buildFile(store, releaseId);
const freed = async (store: Store, releaseId: string) => (await mutations()).buildFree(store, releaseId);

type Named = Pick<Release, "id" | "file_name">;

export function useBuildDownload() {
  const { t } = useLingui();
  const begin = useMutation(begun);
  const beginNewest = useMutation(newestBegun);
  const fetched = useMutationToast(file);
  const drop = useMutationToast(freed);

  const isBegun = (result: Result<Named>): result is { ok: true; value: Named } => {
    if (!result.ok) {
      const missing = result.error.type === "not_found";
      showToast({
        tone: "danger",
        title: t`Download failed`,
        description: missing ? t`There is no file to download yet.` : t(failureText(result.error)),
      });
    }
    return result.ok;
  };

  /** Saves the downloaded file. @returns false if it is not here */
  async function deliver({ id, file_name }: Named, kept = false): Promise<boolean> {
    const found = await fetched(id);
    if (!found.ok || !found.value) return false;
    saveFile(file_name || id, found.value);
    if (!kept) await drop(id);
    return true;
  }

  return {
    async save(release: Downloadable, title: string): Promise<boolean> {
      const result = await begin(release, title, false);
      return isBegun(result) && deliver(release);
    },
    async saveNewest(appId: string, title: string): Promise<boolean> {
      await refreshApp(appId);
      const result = await beginNewest(appId, title);
      return isBegun(result) && deliver(result.value);
    },
    /** Downloads a release for offline use. */
    async keep(release: Downloadable, title: string): Promise<void> {
      isBegun(await begin(release, title, true));
    },
    deliver,
    free: (releaseId: string) => drop(releaseId),
  };
}
