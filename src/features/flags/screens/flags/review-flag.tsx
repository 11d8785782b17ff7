// Reviews a flag. Opening it marks it as under review for other admins.
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { type Result, useMutation } from "#state/store.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import { flagDismiss, flagResolve, flagReview } from "#sync/mutations/flag-decisions.ts";
import type { Flag } from "#sync/schema/flags.ts";
import { Button } from "#ui/button.tsx";
import { Switch } from "#ui/checkbox-radio-switch.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { showToast } from "#ui/toast.tsx";
import { useTextDraft } from "#ui/use-text-draft.ts";
import { flagContentLabel } from "../../labels.ts";
import { FlaggedItem } from "../../widgets/flagged-item.tsx";

export function ReviewFlag({ flag, onClose }: { flag: Flag; onClose: () => void }) {
  const { t } = useLingui();
  const { text: words, change: setWords, forget } = useTextDraft(`flag-note:${flag.id}`);
  const [hide, setHide] = useState(false);
  const review = useMutationToast(flagReview);
  const resolve = useMutation(flagResolve);
  const dismiss = useMutation(flagDismiss);
  const begun = useRef(false);
  useEffect(() => {
    if (flag.status !== "pending" || begun.current) return;
    begun.current = true;
    void review(flag.id);
  }, [flag, review]);

  const showResult = async (done: Promise<Result<unknown>>, success: string) => {
    const result = await done;
    showToast(result.ok ? { title: success } : { tone: "danger", title: t(failureText(result.error)) });
    if (!result.ok) return;
    forget();
    onClose();
  };
  const { id, content_title, reporter_name } = flag;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      steady
      title={content_title}
      footer={
        <>
          <Button onClick={() => void showResult(dismiss(id, trimmed(words)), t`Flag dismissed`)}>
            <Trans>Dismiss flag</Trans>
          </Button>
          <Button
            variant={hide ? "danger" : "primary"}
            onClick={() =>
              void showResult(resolve(id, trimmed(words), hide), hide ? t`Resolved and hidden` : t`Flag resolved`)
            }
          >
            {hide ? <Trans>Resolve and hide</Trans> : <Trans>Resolve flag</Trans>}
          </Button>
        </>
      }
    >
      {/* Renders what follows the flagged item only after it has loaded, to avoid layout
          shifts. */}
      <div className="flex flex-col gap-5">
        <section className="flex flex-col gap-1">
          <h3 className="text-muted text-sm">{t`${reporter_name} writes`}</h3>
          <p className="whitespace-pre-wrap break-words">{flag.reason}</p>
        </section>
        <section className="peer flex flex-col gap-2 rounded-lg bg-sunken p-4">
          <h3 className="text-muted text-sm">{t(flagContentLabel[flag.content_type])}</h3>
          <FlaggedItem flag={flag} />
        </section>
        <div className="flex flex-col gap-5 peer-has-[[role=status]]:invisible">
          <Switch
            checked={hide}
            onChange={(event) => setHide(event.target.checked)}
            label={<Trans>Hide it from everyone</Trans>}
            help={<Trans>It disappears from lists and the store. You can restore it later.</Trans>}
          />
          <Field label={t`Note`} help={t`For the other admins and the log.`} optional>
            <TextArea rows={3} maxLength={2000} value={words} onChange={(event) => setWords(event.target.value)} />
          </Field>
        </div>
      </div>
    </Dialog>
  );
}
