import { Trans, useLingui } from "@lingui/react/macro";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { MAX_BUILD_BYTES } from "./build-limits.ts";
import { BuildName } from "./build-name.tsx";

interface BuildFieldProps {
  file: File | null;
  onChange: (file: File | null) => void;
}

/** The file that testers will download. */
export function BuildField({ file, onChange }: BuildFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MAX_BUILD_BYTES) return setError(t`The file is larger than 500 MB.`);
    if (chosen.size === 0) return setError(t`The file is empty.`);
    setError(undefined);
    onChange(chosen);
  };
  return (
    <Field label={t`Build`} group optional error={error} help={t`Up to 500 MB. It can also be added later.`}>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={FileUp} onClick={() => input.current?.click()}>
          {file ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
        </Button>
        {file && (
          <span className="inline-flex min-w-0 items-center gap-2 text-sm">
            <BuildName name={file.name} size={file.size} />
          </span>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Build`}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </Field>
  );
}
