import { Trans, useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";
import { showToast } from "./toast.tsx";

interface ShareButtonProps {
  /** Within this site: "/apps/…". */
  path: string;
  title: string;
  text: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** The device's own way to share; where there is none, the link goes to the clipboard. */
export function ShareButton({ path, title, text, ...look }: ShareButtonProps) {
  const { t } = useLingui();
  const url = `${window.location.origin}${path}`;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast({ title: t`Link copied` }),
      () => showToast({ tone: "info", title: t`Copy this link`, description: url }),
    );
  const share = () => {
    if (typeof navigator.share !== "function") return copy();
    return navigator.share({ title, text: text.slice(0, 200), url }).catch((error: unknown) => {
      // Closed by the person: they meant it.
      if (!(error instanceof DOMException && error.name === "AbortError")) return copy();
    });
  };
  return (
    <Button icon={Share2} {...look} onClick={() => void share()}>
      <Trans>Share</Trans>
    </Button>
  );
}
