// Fetching a build: it comes to this device in parts, is checked, and only then saved for the
// browser's downloads.
import { useLingui } from "@lingui/react/macro";
import { appDownload, buildDownload, buildFile, buildFree } from "../../../sync/mutations/downloads.ts";
import { downloads } from "../../../sync/queries/downloads.ts";
import type { Release } from "../../../sync/schema/releases.ts";
import type { Result } from "../../../sync/transport/result.ts";
import type { Download } from "../../../sync/uploads/downloads.ts";
import { useQueryOr } from "../../state/query.ts";
import { useMutation } from "../../state/store.ts";
import { saveFile } from "../../ui/save-file.ts";
import { showToast } from "../../ui/toast.tsx";
import { failureText } from "../sync/failures.ts";
import { useMutationToast } from "../sync/use-mutation-toast.ts";

const none: ReadonlyMap<string, Download> = new Map<string, Download>();
/** What is on this device or on its way, by the id of the release. */
export const useDownloads = (): ReadonlyMap<string, Download> => useQueryOr(downloads(), none);

type Named = Pick<Release, "id" | "file_name">;

export function useBuildDownload() {
  const { t } = useLingui();
  const begin = useMutation(buildDownload);
  const beginNewest = useMutation(appDownload);
  const fetched = useMutationToast(buildFile);
  const drop = useMutationToast(buildFree);

  const begun = (result: Result<Named>): result is { ok: true; value: Named } => {
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

  /** Hands the file over once it is here. @returns whether it was */
  async function deliver({ id, file_name }: Named, kept = false): Promise<boolean> {
    const file = await fetched(id);
    if (!file.ok || !file.value) return false;
    saveFile(file_name || id, file.value);
    if (!kept) await drop(id);
    return true;
  }

  return {
    /** One version. */
    async save(release: Release, title: string): Promise<boolean> {
      const result = await begin(release, title, false);
      return begun(result) && deliver(release);
    },
    /** The newest version of an app. */
    async saveNewest(appId: string, title: string): Promise<boolean> {
      const result = await beginNewest(appId, title);
      return begun(result) && deliver(result.value);
    },
    /** Leaves it on this device, for when there is no network. */
    async keep(release: Release, title: string): Promise<void> {
      begun(await begin(release, title, true));
    },
    deliver,
    free: (releaseId: string) => drop(releaseId),
  };
}
