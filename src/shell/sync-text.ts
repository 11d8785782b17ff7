import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Check, CloudOff, Lock, type LucideIcon, RefreshCw, TriangleAlert } from "lucide-react";
import type { SyncStatus } from "../state/status.ts";
import type { Tone } from "../ui/color-role.ts";

export interface SyncText {
  text: string;
  /** For phones. Part of `text`, the accessible name. Empty shows only the icon. */
  short: string;
  tone: Tone;
  icon: LucideIcon;
  busy: boolean;
  /** A text that alternates with this one: the badge reserves the width of both. */
  room?: string;
}

export function useSyncText(status: SyncStatus): SyncText {
  const { t } = useLingui();
  const { phase, waiting, rejected } = status;
  // Format on demand: creating the first number formatter is slow.
  const waits = waiting > 0 ? plural(waiting, { one: "# change waiting", other: "# changes waiting" }) : "";
  const needs = rejected > 0 ? plural(rejected, { one: "# needs attention", other: "# need attention" }) : "";
  const base = ((): SyncText => {
    switch (phase) {
      case "locked":
        return { text: t`Locked`, short: t`Locked`, tone: "caution", icon: Lock, busy: false };
      case "offline":
        return {
          text: waiting > 0 ? t`Offline, ${waits}` : t`Offline`,
          short: waiting > 0 ? t`Offline, ${waiting}` : t`Offline`,
          tone: "caution",
          icon: CloudOff,
          busy: false,
        };
      case "error":
        return { text: t`Sync stopped`, short: t`Stopped`, tone: "danger", icon: TriangleAlert, busy: false };
      case "syncing":
        if (status.slow) {
          const text = t`Slow connection…`;
          return { text, short: "", tone: "neutral", icon: RefreshCw, busy: true, room: t`Synced` };
        }
        return { text: t`Syncing…`, short: "", tone: "neutral", icon: RefreshCw, busy: true, room: t`Synced` };
      case "idle":
        return waiting > 0
          ? { text: waits, short: String(waiting), tone: "neutral", icon: RefreshCw, busy: false }
          : { text: t`Synced`, short: "", tone: "neutral", icon: Check, busy: false, room: t`Syncing…` };
    }
  })();
  if (rejected === 0) return base;
  const { room: _, ...rest } = base;
  return { ...rest, text: `${base.text} · ${needs}`, short: needs, tone: "danger", icon: TriangleAlert, busy: false };
}
