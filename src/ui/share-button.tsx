import { Trans, useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { firstCharacters } from "../../sync/inputs/single-line.ts";
import { Button, type ButtonSize } from "./button.tsx";
import { showToast } from "./toast.tsx";

interface Shared {
  /** Path within this site: "/apps/…". */
  path: string;
  title: string;
  text: string;
}

/** Opens the system's share sheet, or copies the link where there is none. */
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
    return navigator.share({ title, text: firstCharacters(text, 200), url }).catch((error: unknown) => {
      // The user closed the share sheet.
      if (!(error instanceof DOMException && error.name === "AbortError")) return copy();
    });
  };
  return () => void share();
}

export const ShareButton = ({ size = "md", ...shared }: Shared & { size?: ButtonSize }) => (
  <Button icon={Share2} size={size} onClick={useShare(shared)}>
    <Trans>Share</Trans>
  </Button>
);
