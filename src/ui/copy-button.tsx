import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "./button.tsx";
import { showToast } from "./toast.tsx";

interface CopyButtonProps {
  text: string;
  copied: string;
}

/** Copies a short text. If the browser forbids it, the user can select the text. */
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
