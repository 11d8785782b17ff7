// Log Out. Wipes the device, so it asks first if there are unsynced changes, unsaved input or
// shared content outside any report.
import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { useEffect, useState } from "react";
import { countDrafts } from "../../lib/drafts.ts";
import { reportError } from "../../lib/error-log.ts";
import { readShared, type Shared } from "../../lib/share-inbox.ts";
import { storeTyped } from "../../lib/when-hidden.ts";
import { useSyncStatus } from "../../state/status.ts";
import { loadSync } from "../../state/sync.ts";
import { leavingAtom } from "../../state/ui.ts";
import { stopPush } from "../../state/web-push.ts";
import { clearToasts, showToast } from "../../ui/toast.tsx";

export interface OnlyHere {
  unsent: number;
  /** Forms and texts with input that was not saved or sent. */
  typed: number;
  shared: number;
  /** True if all shared items are images. */
  images: boolean;
}
const nothing: OnlyHere = { unsent: 0, typed: 0, shared: 0, images: false };

const noShared = (error: unknown): Shared => {
  // The browser denies access to the cache, so it is empty.
  reportError(error);
  return { files: [], texts: [] };
};

export async function countOnlyHere(): Promise<OnlyHere> {
  // Before the first wait: input that is stored in the meantime may count twice, but never not at
  // all.
  storeTyped();
  const typed = countDrafts();
  const sync = await loadSync();
  const [unsent, { files, texts }] = await Promise.all([sync.unsent(), readShared(Date.now()).catch(noShared)]);
  const images = texts.length === 0 && files.every(({ file }) => file.type.startsWith("image/"));
  return { unsent, typed, shared: files.length + texts.length, images };
}

/** @param to path to open afterwards */
export function useLogOut(to = "/") {
  const { t } = useLingui();
  const router = useRouter();
  const status = useSyncStatus();
  const setLeaving = useSetAtom(leavingAtom);
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [onlyHere, setOnlyHere] = useState(nothing);
  // Count again while the dialog is open, because sync continues.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts again with each status
  useEffect(() => {
    if (asking) countOnlyHere().then(setOnlyHere, reportError);
  }, [asking, status]);

  const start = async () => {
    setPending(true);
    // Count now: right after opening the page the sync status is incomplete.
    const counted = await countOnlyHere().finally(() => setPending(false));
    setOnlyHere(counted);
    if (counted.unsent + counted.typed + counted.shared > 0) setAsking(true);
    else await leave();
  };

  const loggedOut: { title: string; description?: string } = {
    title: t`Signed out successfully`,
    description: t`You have been logged out of your account.`,
  };
  const leave = async (message = loggedOut) => {
    setPending(true);
    setLeaving(true);
    try {
      // While the session exists: this device must not show further notifications.
      await stopPush();
      const sync = await loadSync();
      const result = await sync.signOut();
      if (!result.ok) {
        showToast({
          tone: "danger",
          title: t`Sign out failed`,
          description: t`There was an error signing you out. Please try again.`,
        });
        return;
      }
      clearToasts();
      showToast(message);
      router.history.push(to);
    } finally {
      setAsking(false);
      setPending(false);
      setLeaving(false);
    }
  };

  return {
    start: () => void start(),
    leave,
    asking,
    pending,
    onlyHere,
    cancel: () => setAsking(false),
  };
}
