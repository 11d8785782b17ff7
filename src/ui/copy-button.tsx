import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "./button.tsx";
import { showToast } from "./toast.tsx";

interface CopyButtonProps {
  text: string;
  /** What was copied, as a sentence. */
  copied: string;
}

/** Copies a short text; where the browser forbids it, the text can still be selected by hand. */
export function CopyButton({ text, copied }: CopyButtonProps) {
  const { t } = useLingui();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ title: copied }),
      () => showToast({ tone: "danger", title: t`This could not be copied. Select it and copy it yourself.` }),
    );
  return (
    <Button size="sm" icon={Copy} onClick={() => void copy()}>
      <Trans>Copy</Trans>
    </Button>
  );
}
