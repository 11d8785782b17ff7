import { Trans, useLingui } from "@lingui/react/macro";
import { CircleStop, ScreenShare } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import { canRecordScreen, type RecorderFailure, useRecorder } from "./use-recorder.ts";

/** Rendered only where the browser can record the screen; most phones cannot. */
export function RecordButton({ disabled, onDone }: { disabled: boolean; onDone: (file: File) => void }) {
  const { t } = useLingui();
  const onFailed = (failure: RecorderFailure) => {
    if (failure === "failed") showToast({ tone: "danger", title: t`The screen could not be recorded` });
  };
  const { since, start, stop } = useRecorder({ onDone, onFailed });
  if (!canRecordScreen()) return null;
  if (since === null) {
    return (
      <Button icon={ScreenShare} disabled={disabled} onClick={() => void start()}>
        <Trans>Record the screen</Trans>
      </Button>
    );
  }
  return (
    <Button icon={CircleStop} variant="danger" onClick={stop}>
      <Trans>Stop recording</Trans> <Elapsed since={since} />
    </Button>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <span aria-hidden className="tabular-nums">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </span>
  );
}
