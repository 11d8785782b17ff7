import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { Switch } from "../ui/checkbox-radio-switch.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { keyName, type Shortcut, SINGLE_KEYS, shortcutsInOrder } from "../ui/shortcuts.ts";

interface ShortcutsDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Active shortcuts, each key once. */
function listed(): { here: Shortcut[]; everywhere: Shortcut[] } {
  const seen = new Set<string>();
  const found = { here: [] as Shortcut[], everywhere: [] as Shortcut[] };
  for (const { latest, everywhere } of shortcutsInOrder()) {
    for (const shortcut of latest.current) {
      if (!seen.has(shortcut.keys)) found[everywhere ? "everywhere" : "here"].push(shortcut);
      seen.add(shortcut.keys);
    }
  }
  return found;
}

export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const { here, everywhere } = listed();
  const [off, setOff] = useState(() => readKey(SINGLE_KEYS) === "off");
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Keyboard shortcuts</Trans>} size="sm">
      <div className="flex flex-col gap-5">
        {here.length > 0 && <ShortcutList title={<Trans>On this page</Trans>} shortcuts={here} />}
        <ShortcutList title={<Trans>Everywhere</Trans>} shortcuts={everywhere} />
        <Switch
          label={<Trans>Single-key shortcuts</Trans>}
          help={<Trans>Turn them off if you dictate or press keys by accident.</Trans>}
          checked={!off}
          onChange={(event) => {
            writeKey(SINGLE_KEYS, event.target.checked ? null : "off");
            setOff(!event.target.checked);
          }}
        />
      </div>
    </Dialog>
  );
}

function ShortcutList({ title, shortcuts }: { title: ReactNode; shortcuts: readonly Shortcut[] }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium text-muted text-sm">{title}</h3>
      <dl className="flex flex-col divide-y divide-line">
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-2">
            <dt>{label}</dt>
            <dd>
              <Kbd>{keyName(keys)}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
