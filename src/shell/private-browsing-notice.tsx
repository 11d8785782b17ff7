// Warns that private browsing deletes all data on exit.
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { useStatus } from "../state/status.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

const SEEN_KEY = "not-lasting-seen";

export const PrivateBrowsingText = () => (
  <Trans>This browser deletes everything when you close its window. Unsent changes are lost.</Trans>
);

export function PrivateBrowsingNotice() {
  const lasting = useStatus("lasting");
  const [seen, setSeen] = useState(() => readKey(SEEN_KEY, "session") !== null);
  if (lasting || seen) return null;
  const close = () => {
    writeKey(SEEN_KEY, "1", "session");
    setSeen(true);
  };
  return (
    <Notice
      tone="caution"
      live
      title={<Trans>Private browsing: nothing is kept on this device</Trans>}
      action={
        <Button size="sm" onClick={close}>
          <Trans>Got it</Trans>
        </Button>
      }
    >
      <PrivateBrowsingText />
    </Notice>
  );
}
