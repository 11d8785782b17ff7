// Shows whether recovery codes exist, and generates new ones, which are shown once.

import { Trans, useLingui } from "@lingui/react/macro";
import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { failureText } from "#features/sync/failures.ts";
import { usePerson } from "#state/session.ts";
import { loadSync } from "#state/sync.ts";
import { useRemote } from "#state/use-online-query.ts";
import { makeRecoveryCodes, recoveryCodesMadeAt } from "#sync/schema/account-functions.ts";
import type { CallFailure } from "#sync/transport/result.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { PrintSheet } from "#ui/print-sheet.tsx";
import { saveFile } from "#ui/save-file.ts";
import { SkeletonList } from "#ui/skeleton.tsx";

type Made =
  | { kind: "none" }
  | { kind: "making" }
  | { kind: "failed"; failure: CallFailure }
  | { kind: "ready"; codes: readonly string[] };

/** New codes, held in memory until `forget` or unmounting. */
export function useNewCodes() {
  const [made, setMade] = useState<Made>({ kind: "none" });
  const make = async () => {
    setMade({ kind: "making" });
    const sync = await loadSync();
    const answer = await sync.transport.rpc(makeRecoveryCodes, {});
    setMade(answer.ok ? { kind: "ready", codes: answer.value } : { kind: "failed", failure: answer.error });
  };
  return { made, make, forget: () => setMade({ kind: "none" }) };
}

const everything = {};

/** Rendered while two-step verification is on. */
export function RecoveryCodes() {
  const { t } = useLingui();
  const known = useRemote(recoveryCodesMadeAt, everything);
  const { made, make, forget } = useNewCodes();
  const [open, setOpen] = useState(false);
  const some = known.state === "ready" && known.data !== null;
  const close = () => {
    setOpen(false);
    forget();
    known.reload();
  };
  const start = () => {
    setOpen(true);
    if (!some) void make();
  };
  return (
    <section aria-labelledby="recovery-codes" className="mt-8 max-w-3xl">
      <h2 id="recovery-codes" className="text-lg">
        <Trans>Recovery codes</Trans>
      </h2>
      <p className="mt-1 max-w-xl text-pretty text-muted text-sm">
        <Trans>If you lose your phone, a recovery code lets you in instead of the app's code.</Trans>
      </p>
      <div className="mt-4 flex flex-col items-start gap-4">
        {known.state === "loading" && <SkeletonList rows={1} />}
        {(known.state === "error" || known.state === "offline") && <ErrorState onRetry={known.reload} />}
        {known.state === "ready" && (
          <>
            {known.data === null ? (
              <Notice tone="caution" title={<Trans>You have no recovery codes</Trans>}>
                <Trans>Without one, only an administrator can let you back in.</Trans>
              </Notice>
            ) : (
              <p>
                <Trans>
                  You have 10 codes, made <DateText value={known.data} />.
                </Trans>
              </p>
            )}
            <Button opensDialog onClick={start}>
              {some ? <Trans>Make new codes</Trans> : <Trans>Make recovery codes</Trans>}
            </Button>
          </>
        )}
      </div>
      <Dialog
        open={open}
        onClose={close}
        title={made.kind === "none" ? t`Make new recovery codes?` : t`Your recovery codes`}
      >
        {made.kind === "none" ? (
          <div className="flex flex-col gap-5">
            <p className="text-muted">
              <Trans>The codes you have now will no longer work.</Trans>
            </p>
            <Button variant="primary" className="sm:self-end" onClick={() => void make()}>
              <Trans>Make new codes</Trans>
            </Button>
          </div>
        ) : (
          <NewCodes made={made} onRetry={() => void make()} onDone={close} />
        )}
      </Dialog>
    </section>
  );
}

interface NewCodesProps {
  made: Exclude<Made, { kind: "none" }>;
  onRetry: () => void;
  onDone: () => void;
}

export function NewCodes({ made, onRetry, onDone }: NewCodesProps) {
  const { t } = useLingui();
  const { email } = usePerson();
  if (made.kind === "making") return <SkeletonList rows={3} />;
  if (made.kind === "failed") return <ErrorState onRetry={onRetry}>{t(failureText(made.failure))}</ErrorState>;
  const title = t`Betaflock recovery codes`;
  const purpose = t`If you lose your phone, log in with your password and any one of these codes. It turns two-step verification off and makes the other codes invalid.`;
  const save = () =>
    saveFile(
      "betaflock-recovery-codes.txt",
      new Blob([[title, email, "", purpose, "", ...made.codes, ""].join("\r\n")], { type: "text/plain" }),
    );
  const list = (
    <ol className="grid select-all grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-4 gap-y-1 font-mono">
      {made.codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
  );
  return (
    <div className="flex flex-col gap-5">
      <p>{purpose}</p>
      <div className="rounded-md bg-sunken p-4">{list}</div>
      <p className="text-muted text-sm">
        <Trans>They are shown only now. Keep them with your important papers, not on the phone.</Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={made.codes.join("\n")} copied={t`The codes have been copied`} />
        <Button size="sm" icon={Download} onClick={save}>
          <Trans>Download</Trans>
        </Button>
        <Button size="sm" icon={Printer} onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
      <Button variant="primary" className="sm:self-end" onClick={onDone}>
        <Trans>I have saved them</Trans>
      </Button>
      <PrintSheet>
        <article className="flex flex-col gap-4">
          <h1 className="text-2xl">{title}</h1>
          <p>{email}</p>
          <p>{purpose}</p>
          {list}
        </article>
      </PrintSheet>
    </div>
  );
}
