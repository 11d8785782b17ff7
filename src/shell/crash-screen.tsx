// A screen broke. What the person had typed is shown and can be copied, what happened is said, and the way on is a
// button: nothing reloads by itself. Stored rows and drafts are untouched by this.
import { Trans } from "@lingui/react/macro";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { reportError, traceReport } from "../report.ts";
import { typedTexts } from "../typed-texts.ts";

export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const [texts] = useState(typedTexts);
  const [copied, setCopied] = useState("");
  useEffect(() => reportError(error), [error]);
  const copy = async (key: string, text: string) => {
    await navigator.clipboard.writeText(text);
    setCopied(key);
  };
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex max-w-xl flex-col gap-5 px-4 py-12">
      <span className="grid size-12 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert aria-hidden className="size-6" />
      </span>
      <div role="alert" className="flex flex-col gap-2">
        <h1 className="text-xl">
          <Trans>Something broke on this page</Trans>
        </h1>
        <p className="text-muted">
          <Trans>
            What you saved is still on this device. Reload to go on; if it happens again, send us the report.
          </Trans>
        </p>
      </div>
      <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-lg bg-sunken p-4 text-sm">
        {error instanceof Error ? error.message : String(error)}
      </pre>
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
        <Button variant="primary" onClick={() => window.location.reload()}>
          <Trans>Reload</Trans>
        </Button>
        <Button onClick={reset}>
          <Trans>Try again</Trans>
        </Button>
        <Button variant="ghost" onClick={() => void copy("report", traceReport())}>
          {copied === "report" ? <Trans>Copied</Trans> : <Trans>Copy report</Trans>}
        </Button>
      </div>
    </main>
  );
}
