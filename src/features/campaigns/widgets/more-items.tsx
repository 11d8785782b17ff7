import { Trans } from "@lingui/react/macro";
import { Archive, ArchiveRestore, BookmarkPlus, CircleCheckBig, Copy, Trash2 } from "lucide-react";
import { type MenuEntries, menuEntry } from "#ui/menu-entry.ts";
import type { CampaignActions } from "./use-campaign-actions.tsx";

/**
 * Menu items of a campaign. @param withArchive includes actions that wide screens show as buttons
 */
export function moreItems({ manages, can, ...actions }: CampaignActions, withArchive = false): MenuEntries {
  if (!manages) return [];
  return [
    menuEntry("duplicate", Copy, <Trans>Duplicate as new</Trans>, actions.duplicate),
    menuEntry("template", BookmarkPlus, <Trans>Save as template…</Trans>, actions.saveAsTemplate),
    can.complete &&
      menuEntry("complete", CircleCheckBig, <Trans>Complete campaign</Trans>, { opensDialog: true }, () =>
        actions.ask("complete"),
      ),
    withArchive &&
      can.archive &&
      menuEntry("archive", Archive, <Trans>Archive</Trans>, { opensDialog: true }, () => actions.ask("archive")),
    withArchive && can.restore && menuEntry("restore", ArchiveRestore, <Trans>Restore</Trans>, actions.restore),
    can.remove &&
      menuEntry("delete", Trash2, <Trans>Delete draft</Trans>, { tone: "danger", opensDialog: true }, () =>
        actions.ask("delete"),
      ),
  ];
}
