import { Trans, useLingui } from "@lingui/react/macro";
import { FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Release } from "../../../../../sync/schema/releases.ts";
import { reportError } from "../../../../lib/error-log.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { BuildFacts, UnreadableBuild } from "../../widgets/build-facts.tsx";
import { BuildName } from "./build-name.tsx";
import { type TakenBuild, useCheckBuild } from "./check-build.ts";

interface BuildFieldProps {
  build: TakenBuild | null;
  /** Those of the app that it is for. */
  releases: readonly Release[];
  /** A chosen file is being read. */
  reading: boolean;
  onReading: (reading: boolean) => void;
  onChange: (build: TakenBuild) => void;
}

/** What was read of a chosen file. */
export function ReadBuild({ build }: { build: TakenBuild }) {
  if (build.unreadable) return <UnreadableBuild />;
  return build.said && <BuildFacts said={build.said} otherKey={build.otherKey} />;
}

/** The file that testers will download. It is read here before anything is sent. */
export function BuildField({ build, releases, reading, onReading, onChange }: BuildFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const check = useCheckBuild(releases);
  // Whoever takes a link instead has nothing to wait for.
  useEffect(() => () => onReading(false), [onReading]);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    onReading(true);
    const checked = await check(chosen);
    if (!checked) return;
    onReading(false);
    setError(checked.refused ? t(checked.refused) : undefined);
    if (!checked.refused) onChange(checked);
  };
  return (
    <Field label={t`Build`} group optional error={error} help={t`Up to 500 MB. It can also be added later.`}>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={FileUp} disabled={reading} onClick={() => input.current?.click()}>
          {reading ? (
            <Trans>Reading the file…</Trans>
          ) : build ? (
            <Trans>Choose another file</Trans>
          ) : (
            <Trans>Choose a file</Trans>
          )}
        </Button>
        {build && (
          <span className="inline-flex min-w-0 items-center gap-2 text-sm">
            <BuildName name={build.file.name} size={build.file.size} />
          </span>
        )}
      </div>
      {build && <ReadBuild build={build} />}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Build`}
        onChange={(event) => {
          take(event.target.files?.[0]).catch(reportError);
          event.target.value = "";
        }}
      />
    </Field>
  );
}
