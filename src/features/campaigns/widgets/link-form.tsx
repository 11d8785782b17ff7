import { Trans, useLingui } from "@lingui/react/macro";
import { Copy, Link2 } from "lucide-react";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useStatus } from "#state/status.ts";
import type { CallFailure } from "#sync/transport/result.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form/form.tsx";
import type { Form as FormApi } from "#ui/form/use-form.ts";
import { TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast.tsx";
import { CallFailed } from "../../organizations/widgets/call-failed.tsx";
import { inviteFailure } from "../invitation-labels.ts";

interface LinkFormProps<I extends FieldValues, O> {
  form: FormApi<I, O>;
  path: string | null;
  onAnother: () => void;
  children: ReactNode;
}

/** Creates a link and shows it once. */
export function LinkForm<I extends FieldValues, O>({ form, path, onAnother, children }: LinkFormProps<I, O>) {
  const online = useStatus("online");
  if (path !== null) return <NewLink path={path} onAnother={onAnother} />;
  return (
    <Form form={form}>
      <CallFailed failure={form.failure as CallFailure | null} textOf={inviteFailure} />
      {children}
      <Button
        type="submit"
        variant="primary"
        icon={Link2}
        disabled={!online}
        pending={form.formState.isSubmitting}
        className="md:self-end"
      >
        <Trans>Create link</Trans>
      </Button>
    </Form>
  );
}

function NewLink({ path, onAnother }: { path: string; onAnother: () => void }) {
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
