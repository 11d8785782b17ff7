import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { ProgressBar } from "../components/progress-bar.tsx";
import { failureText } from "../domain/failures.ts";
import { useStoreState } from "../store/store.ts";

/** While the local store is brought up to date or cannot be opened, nothing on these pages works: said once, above them. */
export function StoreNotice() {
  const { t } = useLingui();
  const state = useStoreState();
  if (state.kind === "open") return null;
  if (state.kind === "opening") {
    if (!state.upgrade) return null;
    const { done, total } = state.upgrade;
    return (
      <Notice live title={<Trans>Updating the data on this device</Trans>}>
        <p className="mb-2">
          <Trans>This happens once after an update and keeps everything, also what was not sent yet.</Trans>
        </p>
        <ProgressBar label={t`Progress`} visibleLabel value={total === 0 ? 100 : (100 * done) / total} />
      </Notice>
    );
  }
  const { failure } = state;
  if (failure.type === "outdated") {
    return (
      <Notice
        tone="caution"
        live
        action={
          <Button size="sm" onClick={() => window.location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        }
      >
        {t(failureText(failure))}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" live title={<Trans>The data on this device could not be opened</Trans>}>
      {t(failureText(failure))}
    </Notice>
  );
}
