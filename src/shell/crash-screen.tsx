// Error boundary of a screen. Shows the error and recently typed text for copying. Never reloads
// automatically. Stored rows and drafts are not affected.
import { Trans } from "@lingui/react/macro";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { reportError, traceReport } from "../lib/error-log.ts";
import { unsavedTexts } from "../lib/unsaved-input.ts";
import { Button } from "../ui/button.tsx";

/** True if a chunk failed to load; the message depends on the browser. */
const isMissingPart = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);

export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const missing = isMissingPart(error);
  const [texts] = useState(unsavedTexts);
  const [copied, setCopied] = useState("");
  const [denied, setDenied] = useState(false);
  useEffect(() => reportError(error), [error]);
  const copy = (key: string, text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(key),
      () => setDenied(true),
    );
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex max-w-xl flex-col gap-5 px-4 py-12">
      <span className="grid size-12 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert aria-hidden className="size-6" />
      </span>
      <div role="alert" className="flex flex-col gap-2">
        <h1 className="text-xl">
          {missing ? <Trans>This page could not be loaded</Trans> : <Trans>Something broke on this page</Trans>}
        </h1>
        <p className="text-muted">
          {missing ? (
            <Trans>
              A part of Betaflock is missing on this device, or the server cannot be reached. Everything you typed is
              still on this device.
            </Trans>
          ) : (
            <Trans>
              What you saved is still on this device. Reload to continue; if it happens again, send us the report.
            </Trans>
          )}
        </p>
      </div>
      {!missing && (
        <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-lg bg-sunken p-4 text-sm">
          {error instanceof Error ? error.message : String(error)}
        </pre>
      )}
      {texts.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-lg">
            <Trans>What you had typed</Trans>
          </h2>
          {texts.map(({ label, text }) => (
            <div key={label} className="flex flex-col items-start gap-2">
              <h3 className="text-sm">{label}</h3>
              <p className="w-full whitespace-pre-wrap rounded-lg border border-line bg-raised p-3 text-sm">{text}</p>
              <Button size="sm" onClick={() => void copy(label, text)}>
                {copied === label ? <Trans>Copied</Trans> : <Trans>Copy text</Trans>}
              </Button>
            </div>
          ))}
        </section>
      )}
      <div className="flex flex-wrap gap-3">
        {missing ? (
          <Button variant="primary" onClick={() => window.dispatchEvent(new Event("betaflock:load-again"))}>
            <Trans>Load again</Trans>
          </Button>
        ) : (
          <Button variant="primary" onClick={() => window.location.reload()}>
            <Trans>Reload</Trans>
          </Button>
        )}
        <Button onClick={reset}>
          <Trans>Try again</Trans>
        </Button>
        <Button variant="ghost" onClick={() => void copy("report", traceReport())}>
          {copied === "report" ? <Trans>Copied</Trans> : <Trans>Copy report</Trans>}
        </Button>
      </div>
      {denied && (
        <p role="alert" className="text-danger text-sm">
          <Trans>This browser does not allow copying. Select the text instead.</Trans>
        </p>
      )}
    </main>
  );
}
