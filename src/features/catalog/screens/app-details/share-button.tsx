import { Trans, useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import type { App } from "../../../../../sync/schema/apps.ts";
import { Button } from "../../../../ui/button.tsx";
import { showToast } from "../../../../ui/toast.tsx";

/** The device's own way to share; where there is none, the link goes to the clipboard. */
export function ShareButton({ app }: { app: App }) {
  const { t } = useLingui();
  const url = `${window.location.origin}/apps/${app.id}`;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast({ title: t`Link copied` }),
      () => showToast({ tone: "info", title: t`Copy this link`, description: url }),
    );
  const share = () => {
    if (typeof navigator.share !== "function") return copy();
    return navigator.share({ title: app.title, text: app.description.slice(0, 200), url }).catch((error: unknown) => {
      // Closed by the person: they meant it.
      if (!(error instanceof DOMException && error.name === "AbortError")) return copy();
    });
  };
  return (
    <Button icon={Share2} onClick={() => void share()}>
      <Trans>Share</Trans>
    </Button>
  );
}
