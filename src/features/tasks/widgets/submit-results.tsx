import { Trans } from "@lingui/react/macro";
import { Send } from "lucide-react";
import { resultsSubmit } from "#sync/mutations/tasks.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { useConfirm } from "#ui/use-confirm.ts";
import { useMutationToast } from "../../sync/use-mutation-toast.ts";

interface SubmitResultsProps {
  application: Application;
  tasks: readonly Task[];
  primary: boolean;
}

/** Asks first, because submitted answers cannot be changed. */
export function SubmitResults({ application, tasks, primary }: SubmitResultsProps) {
  const submit = useMutationToast(resultsSubmit);
  const question = useConfirm(async (close) => {
    close();
    await submit(application.id, tasks);
  });
  return (
    <>
      <Button
        variant={primary ? "primary" : "secondary"}
        size="lg"
        icon={Send}
        className="max-sm:w-full"
        opensDialog
        onClick={question.ask}
      >
        <Trans>Submit results</Trans>
      </Button>
      <ConfirmDialog
        {...question.dialog}
        title={<Trans>Submit your results?</Trans>}
        confirmLabel={<Trans>Submit results</Trans>}
        tone="primary"
      >
        <Trans>You can change them later only if the developer sends them back.</Trans>
      </ConfirmDialog>
    </>
  );
}
