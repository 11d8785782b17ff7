import { Trans } from "@lingui/react/macro";
import { BookmarkPlus, CircleCheckBig, Copy, Trash2 } from "lucide-react";
import type { MenuEntry } from "../../../ui/menu.tsx";
import type { CampaignActions } from "./use-campaign-actions.tsx";

/** The actions of a campaign that its menu offers. */
export function moreItems(actions: CampaignActions): MenuEntry[] {
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
      onSelect: () => actions.ask("complete"),
    });
  }
  if (actions.can.remove) {
    items.push({
      key: "delete",
      icon: Trash2,
      tone: "danger",
      label: <Trans>Delete draft</Trans>,
      onSelect: () => actions.ask("delete"),
    });
  }
  return items;
}
