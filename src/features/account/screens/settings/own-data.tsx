import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { now } from "#lib/clock.ts";
import { reportError } from "#lib/error-log.ts";
import type { Person } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { loadSync } from "#state/sync.ts";
import type { ExportProgress } from "#sync/queries/own-data.ts";
import type { CallFailure } from "#sync/transport/result.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { saveFile } from "#ui/save-file.ts";
import { showToast } from "#ui/toast.tsx";
import { Part } from "./account-section.tsx";

type State =
  | { kind: "idle" }
  | { kind: "running"; progress: ExportProgress | null }
  | { kind: "failed"; failure: CallFailure | { type: "unexpected" } };

export function OwnData({ person }: { person: Person }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const [state, setState] = useState<State>({ kind: "idle" });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const leaving = new AbortController();
    running.current = leaving;
    setState({ kind: "running", progress: null });
    const readme = t`Your Betaflock data. The folder "data" has one JSON file for each kind of entry, the folder "files" your pictures and the files of your reports. Builds and the files of File Storage are listed in data/releases.json and data/files.json: download them in the app.`;
    try {
      const sync = await loadSync();
      const { exportOwnData } = await import("#sync/queries/own-data.ts");
      const made = await exportOwnData(sync.transport, person.id, {
        ...{ readme, signal: leaving.signal },
        onProgress: (progress) => {
          if (!leaving.signal.aborted) setState({ kind: "running", progress });
        },
      });
      if (leaving.signal.aborted || !made) return;
      if (!made.ok) return setState({ kind: "failed", failure: made.error });
      saveFile(`betaflock-${new Date(now()).toISOString().slice(0, 10)}.zip`, made.value);
      setState({ kind: "idle" });
      showToast({ title: t`Your data has been saved` });
    } catch (error) {
      if (leaving.signal.aborted) return;
      reportError(error);
      setState({ kind: "failed", failure: { type: "unexpected" } });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ kind: "idle" });
  };

  return (
    <Part
      id="own-data"
      title={<Trans>Your data</Trans>}
      lead={
        <Trans>
          A ZIP file with everything the server has about you: profile, applications, reports, comments and rewards as
          JSON, and your pictures and attachments. Builds and the files of File Storage are listed in it: download them
          where they are. Changes this device has not sent yet are not in it.
        </Trans>
      }
    >
      <div className="flex max-w-md flex-col items-start gap-4">
        {state.kind === "failed" && (
          <Notice tone="danger" live title={<Trans>Your data could not be collected</Trans>} className="w-full">
            {t(failureText(state.failure))}
          </Notice>
        )}
        {state.kind === "running" ? (
          <>
            <Running progress={state.progress} />
            <Button onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        ) : (
          <Button icon={Download} disabled={!online} onClick={() => void start()}>
            <Trans>Download my data</Trans>
          </Button>
        )}
        {!online && state.kind === "idle" && (
          <p className="text-muted text-sm">
            <Trans>You need to be online for this.</Trans>
          </p>
        )}
      </div>
    </Part>
  );
}

function Running({ progress }: { progress: ExportProgress | null }) {
  const { t } = useLingui();
  const total = progress?.total ?? 0;
  return (
    <div className="w-full" role="status">
      <ProgressBar
        visibleLabel
        label={t`Collecting your data`}
        value={progress && total > 0 ? (progress.done / total) * 100 : 0}
      />
      {total > 0 && (
        <p className="mt-1.5 text-muted text-sm">
          <Plural value={total} one="# entry" other="# entries" />
        </p>
      )}
    </div>
  );
}
