import { Trans, useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { Button } from "./button.tsx";
import { showToast } from "./toast.tsx";

interface Shared {
  /** Within this site: "/apps/…". */
  path: string;
  title: string;
  text: string;
}

/** The device's own way to share; where there is none, the link goes to the clipboard. */
export function useShare({ path, title, text }: Shared): () => void {
  const { t } = useLingui();
  const url = `${window.location.origin}${path}`;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast({ title: t`Link copied` }),
      () => showToast({ tone: "info", title: t`Copy this link`, description: url }),
    );
  const share = async () => {
    if (typeof navigator.share !== "function") return copy();
    return navigator.share({ title, text: text.slice(0, 200), url }).catch((error: unknown) => {
      // Closed by the person: they meant it.
      if (!(error instanceof DOMException && error.name === "AbortError")) return copy();
    });
  };
  return () => void share();
}

export const ShareButton = (shared: Shared) => (
  <Button icon={Share2} onClick={useShare(shared)}>
    <Trans>Share</Trans>
  </Button>
);
