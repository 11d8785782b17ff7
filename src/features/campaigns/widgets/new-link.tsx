import { Trans, useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/inputs.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";

/** A link that was just made. @param path with its token */
export function NewLink({ path, onAnother }: { path: string; onAnother: () => void }) {
  const { t } = useLingui();
  const url = window.location.origin + path;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast({ title: t`Link copied` }),
      () => showToast({ tone: "danger", title: t`This browser does not allow copying. Select the text instead.` }),
    );
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="positive" live title={<Trans>The link is ready</Trans>}>
        <Trans>Copy it now: it is shown only this once.</Trans>
      </Notice>
      <Field label={<Trans>Link</Trans>}>
        <TextInput readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onAnother}>
          <Trans>Create another link</Trans>
        </Button>
        <Button variant="primary" icon={Copy} onClick={() => void copy()}>
          <Trans>Copy link</Trans>
        </Button>
      </div>
    </div>
  );
}
