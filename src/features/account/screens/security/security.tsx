// Two-step verification: lists, adds and removes authenticator apps. The factors are not
// replicated, because a device must not store how to access an account.

import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Smartphone } from "lucide-react";
import { useState } from "react";
import { useAnswer } from "#features/common/use-answer.ts";
import { failureText } from "#features/sync/failures.ts";
import { loadSync } from "#state/sync.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { BackLink, PageHeader } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { SecurityEnrol } from "./enrol.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecurityRemove } from "./remove.tsx";

/** Login tries each factor, so more of them would make guessing easier. */
const mostFactors = 3;

export function AccountSecurity() {
  const { t } = useLingui();
  const { answer, reload } = useAnswer(async () => (await loadSync()).secondFactors());
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null);
  const factors = answer.kind === "ready" ? answer.value : [];
  const add = (
    <Button icon={Plus} variant="primary" opensDialog onClick={() => setAdding(true)}>
      <Trans>Add an authenticator app</Trans>
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t`Two-step verification`}
        description={
          <Trans>
            Logging in then takes a code from your phone as well as your password, so a stolen password alone is not
            enough.
          </Trans>
        }
        back={
          <BackLink to="/account">
            <Trans>Account Settings</Trans>
          </BackLink>
        }
        actions={factors.length > 0 && factors.length < mostFactors && add}
      />
      {answer.kind === "loading" && <SkeletonList rows={1} />}
      {answer.kind === "failed" && <ErrorState onRetry={reload}>{t(failureText(answer.failure))}</ErrorState>}
      {answer.kind === "ready" && factors.length === 0 && (
        <EmptyState icon={Smartphone} title={<Trans>Two-step verification is off</Trans>} action={add}>
          <Trans>You need an authenticator app on your phone, or a password manager that shows codes.</Trans>
        </EmptyState>
      )}
      {factors.length > 0 && (
        <ul className="flex max-w-3xl flex-col divide-y divide-line rounded-lg border border-line bg-raised">
          {factors.map((factor) => (
            <li key={factor.id} className="flex flex-wrap items-center justify-between gap-3 p-4">
              <div className="flex min-w-0 items-center gap-3">
                <Smartphone aria-hidden className="size-5 shrink-0 text-positive" />
                <div className="min-w-0">
                  <p className="break-words font-semibold">{factor.name || t`Authenticator app`}</p>
                  <p className="text-muted text-sm">
                    <Trans>
                      Added <DateText value={factor.addedAt} />
                    </Trans>
                  </p>
                </div>
              </div>
              <Button variant="ghost" onClick={() => setRemoving(factor)}>
                <Trans>Remove</Trans>
                <span className="sr-only"> {factor.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {factors.length > 0 && !adding && <RecoveryCodes />}
      <SecurityEnrol
        open={adding}
        taken={factors.map((f) => f.name)}
        onClose={() => setAdding(false)}
        onDone={reload}
      />
      <SecurityRemove factor={removing} last={factors.length === 1} onClose={() => setRemoving(null)} onDone={reload} />
    </>
  );
}
