// Clean Test Data: deletes all files except those in `app-content/`, after confirming the amount.
import { msg } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Eraser } from "lucide-react";
import { useId, useState } from "react";
import { PRESERVED_PREFIX } from "#lib/constants.ts";
import { cleanStorage } from "#state/files.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { showToast } from "#ui/toast.tsx";
import { useConfirm } from "#ui/use-confirm.ts";
import { fileFailureText } from "./failures.ts";
import type { Usage } from "./folder-entries.ts";

interface CleanButtonProps {
  owner: string;
  usage: Usage | null;
  onCleaned: () => void;
}

export function CleanButton({ owner, usage, onCleaned }: CleanButtonProps) {
  const { t } = useLingui();
  const [running, setRunning] = useState(false);
  const doomed = usage ? usage.files - usage.preserved : 0;
  const none = usage !== null && doomed === 0;
  const why = useId();
  const question = useConfirm(async (close) => {
    setRunning(true);
    const result = await cleanStorage(owner, [PRESERVED_PREFIX]);
    setRunning(false);
    close();
    if (!result.ok) {
      const description = fileFailureText(result.error, msg`Please check your connection and try again`, t);
      return showToast({ tone: "danger", title: t`Failed to clean test data`, description });
    }
    onCleaned();
    const { deletedFiles, preservedFiles } = result.value;
    return showToast({
      title: t`Test data cleaned`,
      description: t`Files deleted: ${deletedFiles}. Files kept: ${preservedFiles}.`,
    });
  });
  return (
    <>
      <div className="flex flex-col gap-1">
        <Button
          icon={Eraser}
          disabled={doomed === 0}
          aria-describedby={none ? why : undefined}
          opensDialog
          onClick={question.ask}
        >
          <Trans>Clean Test Data</Trans>
        </Button>
        {none && (
          <p id={why} className="text-center text-muted text-xs">
            <Trans>Nothing to delete</Trans>
          </p>
        )}
      </div>
      <ConfirmDialog
        {...question.dialog}
        pending={running}
        title={<Trans>Clean test data?</Trans>}
        confirmLabel={<Plural value={doomed} one="Delete # file" other="Delete # files" />}
      >
        <Plural
          value={doomed}
          one="# file will be permanently deleted. Files in app-content/ stay."
          other="# files will be permanently deleted. Files in app-content/ stay."
        />
      </ConfirmDialog>
    </>
  );
}
