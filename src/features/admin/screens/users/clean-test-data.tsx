// Clean Test Data: deletes only data marked as sample data.
import { Trans, useLingui } from "@lingui/react/macro";
import { Eraser } from "lucide-react";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { callServer } from "#state/call-server.ts";
import { useStatus } from "#state/status.ts";
import { testDataClean } from "#sync/mutations/admin.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { useToast } from "#ui/toast.tsx";

export function CleanTestData({ onCleaned }: { onCleaned: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const online = useStatus("online");
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const clean = async () => {
    setPending(true);
    const done = await callServer(testDataClean);
    setPending(false);
    setAsking(false);
    if (done.ok) {
      toast({ title: t`Success`, description: t`All test data has been cleaned successfully` });
      onCleaned();
      return;
    }
    const reason = done.error.type === "rejected" ? t(failureText(done.error)) : t`Failed to clean test data`;
    toast({ tone: "danger", title: t`Error`, description: t`Failed to clean test data: ${reason}` });
  };
  return (
    <>
      <Button icon={Eraser} disabled={!online} opensDialog onClick={() => setAsking(true)}>
        <Trans>Clean Test Data</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void clean()}
        title={<Trans>Clean test data?</Trans>}
        confirmLabel={<Trans>Clean test data</Trans>}
        pending={pending}
      >
        <Trans>
          All sample users, campaigns, apps, reports and files are permanently deleted. Anything real people created
          stays.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
