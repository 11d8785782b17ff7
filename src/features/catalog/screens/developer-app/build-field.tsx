import { Trans, useLingui } from "@lingui/react/macro";
import { FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { reportError } from "#lib/error-log.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/field.tsx";
import { HiddenFileInput } from "#ui/hidden-file-input.tsx";
import { Notice } from "#ui/notice.tsx";
import { useFileDrop } from "#ui/use-file-drop.ts";
import { BuildFacts, UnreadBuildNotice } from "../../widgets/build-facts.tsx";
import { BuildName } from "./build-name.tsx";
import { type TakenBuild, useCheckBuild } from "./check-build.ts";

interface BuildFieldProps {
  /** Null for a new app, which takes the platform of the file. */
  app: Pick<App, "platform"> | null;
  build: TakenBuild | null;
  releases: readonly Release[];
  reading: boolean;
  onReading: (reading: boolean) => void;
  onChange: (build: TakenBuild) => void;
}

export function ReadBuild({ build: { file, chosenName, metadata, unread, otherKey } }: { build: TakenBuild }) {
  const { name } = file;
  return (
    <>
      {chosenName !== null && (
        <Notice>
          <Trans>
            Phones do not install a file named “{chosenName}”. Testers get it as “{name}”.
          </Trans>
        </Notice>
      )}
      {unread && <UnreadBuildNotice why={unread} />}
      {metadata && <BuildFacts metadata={metadata} otherKey={otherKey} />}
    </>
  );
}

/** Chooses a build file. The device checks it before the upload. */
export function BuildField({ app, build, releases, reading, onReading, onChange }: BuildFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const check = useCheckBuild(app, releases);
  // Stop waiting when the user switches to a link.
  useEffect(() => () => onReading(false), [onReading]);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    onReading(true);
    const checked = await check(chosen);
    if (!checked) return;
    onReading(false);
    setError(checked.rejection ? t(checked.rejection) : undefined);
    if (!checked.rejection) onChange(checked);
  };
  const { over, handlers } = useFileDrop(([file]) => void take(file).catch(reportError), reading);
  return (
    <Field
      label={t`Build`}
      group
      optional
      error={error}
      help={
        app
          ? t`Up to 500 MB. It can also be added later.`
          : t`Up to 500 MB. Name, icon, platform and version are taken from the file.`
      }
    >
      <div
        {...handlers}
        className={cx(
          "flex flex-wrap items-center gap-3 rounded-lg border border-dashed p-3",
          over ? "border-accent bg-accent-soft" : "border-line-strong",
        )}
      >
        <Button icon={FileUp} disabled={reading} onClick={() => input.current?.click()}>
          {reading ? (
            <Trans>Reading the file…</Trans>
          ) : build ? (
            <Trans>Choose another file</Trans>
          ) : app ? (
            <Trans>Choose a file</Trans>
          ) : (
            <Trans>Upload a build</Trans>
          )}
        </Button>
        {build && (
          <span className="inline-flex min-w-0 items-center gap-2 text-sm">
            <BuildName name={build.file.name} size={build.file.size} />
          </span>
        )}
        {!app && !build && !reading && (
          <span className="text-muted text-sm max-md:hidden">
            <Trans>or drop the file here</Trans>
          </span>
        )}
      </div>
      {build && <ReadBuild build={build} />}
      <HiddenFileInput ref={input} label={t`Build`} onFile={(file) => void take(file).catch(reportError)} />
    </Field>
  );
}
