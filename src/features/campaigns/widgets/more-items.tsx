import { Trans } from "@lingui/react/macro";
import { Archive, ArchiveRestore, BookmarkPlus, CircleCheckBig, Copy, Trash2 } from "lucide-react";
import type { MenuEntries } from "#ui/menu.tsx";
import type { CampaignActions } from "./use-campaign-actions.tsx";

/**
 * Menu items of a campaign. @param withArchive includes actions that wide screens show as buttons
 */
export function moreItems({ manages, can, ...actions }: CampaignActions, withArchive = false): MenuEntries {
  if (!manages) return [];
  return [
    { key: "duplicate", icon: Copy, label: <Trans>Duplicate as new</Trans>, onSelect: actions.duplicate },
    { key: "template", icon: BookmarkPlus, label: <Trans>Save as template…</Trans>, onSelect: actions.saveAsTemplate },
    can.complete && {
      key: "complete",
      icon: CircleCheckBig,
      label: <Trans>Complete campaign</Trans>,
      opensDialog: true,
      onSelect: () => actions.ask("complete"),
    },
    withArchive &&
      can.archive && {
        key: "archive",
        icon: Archive,
        label: <Trans>Archive</Trans>,
        opensDialog: true,
        onSelect: () => actions.ask("archive"),
      },
    withArchive &&
      can.restore && {
        ...{ key: "restore", icon: ArchiveRestore, label: <Trans>Restore</Trans> },
        onSelect: actions.restore,
      },
    can.remove && {
      key: "delete",
      icon: Trash2,
      tone: "danger",
      label: <Trans>Delete draft</Trans>,
      opensDialog: true,
      onSelect: () => actions.ask("delete"),
    },
  ];
}
