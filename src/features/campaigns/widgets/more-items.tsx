import { Trans } from "@lingui/react/macro";
import { Archive, ArchiveRestore, BookmarkPlus, CircleCheckBig, Copy, Trash2 } from "lucide-react";
import type { MenuEntry } from "#ui/menu.tsx";
import type { CampaignActions } from "./use-campaign-actions.tsx";

/**
 * Menu items of a campaign. @param withArchive includes actions that wide screens show as buttons
 */
export function moreItems(actions: CampaignActions, withArchive = false): MenuEntry[] {
  if (!actions.manages) return [];
  const items: MenuEntry[] = [
    { key: "duplicate", icon: Copy, label: <Trans>Duplicate as new</Trans>, onSelect: actions.duplicate },
    { key: "template", icon: BookmarkPlus, label: <Trans>Save as template…</Trans>, onSelect: actions.saveAsTemplate },
  ];
  if (actions.can.complete) {
    items.push({
      key: "complete",
      icon: CircleCheckBig,
      label: <Trans>Complete campaign</Trans>,
      opensDialog: true,
      onSelect: () => actions.ask("complete"),
    });
  }
  if (withArchive && actions.can.archive) {
    items.push({
      key: "archive",
      icon: Archive,
      label: <Trans>Archive</Trans>,
      opensDialog: true,
      onSelect: () => actions.ask("archive"),
    });
  }
  if (withArchive && actions.can.restore) {
    items.push({ key: "restore", icon: ArchiveRestore, label: <Trans>Restore</Trans>, onSelect: actions.restore });
  }
  if (actions.can.remove) {
    items.push({
      key: "delete",
      icon: Trash2,
      tone: "danger",
      label: <Trans>Delete draft</Trans>,
      opensDialog: true,
      onSelect: () => actions.ask("delete"),
    });
  }
  return items;
}
