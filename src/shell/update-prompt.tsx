// Offers to load a new version. Never reloads automatically, because the user may be typing.
import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { loadNewest, watchForUpdates } from "../lib/app-update.ts";
import { reportError } from "../lib/error-log.ts";

const buttonClass = "min-h-8 rounded-md px-2 font-semibold hover:underline underline-offset-4";

export function UpdatePrompt() {
  const { t } = useLingui();
  const [waiting, setWaiting] = useState(false);
  useEffect(() => watchForUpdates({ onWaiting: () => setWaiting(true), onError: reportError }), []);
  return (
    // Always rendered, because a live region added with its text is not announced.
    <div role="status" data-print="hide">
      {waiting && (
        <p className="flex items-center justify-center gap-2 bg-info-soft px-2 text-info text-sm">
          <Trans>A new version is ready</Trans>
          <button type="button" className={buttonClass} onClick={() => void loadNewest()}>
            <Trans>Reload</Trans>
          </button>
          <button type="button" aria-label={t`Dismiss`} className={buttonClass} onClick={() => setWaiting(false)}>
            <X aria-hidden className="size-4" />
          </button>
        </p>
      )}
    </div>
  );
}
