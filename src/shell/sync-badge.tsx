// The sync status in the header; opens the sync panel. Screen readers announce offline and
// rejected, but not every "Syncing…".
import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import { useSyncStatus } from "../state/status.ts";
import { syncPanelAtom } from "../state/ui.ts";
import { softTone } from "../ui/color-role.ts";
import { cx } from "../ui/cx.ts";
import { useSyncText } from "./sync-text.ts";

export function SyncBadge() {
  const { t } = useLingui();
  const status = useSyncStatus();
  const { text, short, tone, icon: Icon, busy, room } = useSyncText(status);
  const open = useSetAtom(syncPanelAtom);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t`Sync: ${text}`}
        title={text}
        data-testid="sync-badge"
        data-phase={status.phase}
        onClick={() => open(true)}
        className="tap inline-flex min-w-0 items-center px-1"
      >
        <span
          className={cx(
            "inline-flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-full px-2 font-semibold text-xs transition-colors duration-150 md:px-3",
            softTone[tone],
          )}
        >
          <Icon aria-hidden className={cx("size-4 shrink-0", busy && "animate-spin-late motion-reduce:animate-none")} />
          <span
            data-room={room}
            className={cx(
              "inline-grid min-w-0 justify-items-center after:invisible after:h-0 md:after:content-[attr(data-room)]",
              short === "" && "max-md:hidden",
            )}
          >
            <span className="hidden md:inline">{text}</span>
            <span className="max-w-full truncate md:hidden">{short}</span>
          </span>
        </span>
      </button>
      <span role="status" className="sr-only">
        {busy || (status.phase === "idle" && status.rejected === 0) ? "" : text}
      </span>
    </>
  );
}
