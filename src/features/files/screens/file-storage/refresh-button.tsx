import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { refreshFiles } from "#state/files.ts";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import { fileFailureText } from "./failures.ts";

/** Requests fresh data and shows the result. The list also updates without it. */
export function RefreshButton({ owner, onRefreshed }: { owner: string; onRefreshed: () => void }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const refresh = async () => {
    setAsking(true);
    const result = await refreshFiles(owner);
    setAsking(false);
    if (result.ok) {
      onRefreshed();
      return showToast({ title: t`File list updated` });
    }
    const description = fileFailureText(result.error, msg`Could not retrieve files`, t);
    return showToast({ tone: "danger", title: t`Failed to load files`, description });
  };
  return (
    <Button icon={RefreshCw} pending={asking} onClick={() => void refresh()}>
      <Trans>Refresh</Trans>
    </Button>
  );
}
