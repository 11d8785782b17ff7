// Clean Test Data: deletes only data marked as sample data.
import { Trans, useLingui } from "@lingui/react/macro";
import { Eraser } from "lucide-react";
import { useState } from "react";
import { useServerCall } from "#features/common/use-server-call.ts";
import { failureText } from "#features/sync/failures.ts";
import { useStatus } from "#state/status.ts";
import { testDataClean } from "#sync/mutations/admin.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { showToast } from "#ui/toast.tsx";

export function CleanTestData({ onCleaned }: { onCleaned: () => void }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [asking, setAsking] = useState(false);
  const { pending, run } = useServerCall();
  const clean = async () => {
    const done = await run(testDataClean);
    setAsking(false);
    if (done.ok) {
      showToast({ title: t`Success`, description: t`All test data has been cleaned successfully` });
      onCleaned();
      return;
    }
    const reason = done.error.type === "rejected" ? t(failureText(done.error)) : t`Failed to clean test data`;
    showToast({ tone: "danger", title: t`Error`, description: t`Failed to clean test data: ${reason}` });
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
