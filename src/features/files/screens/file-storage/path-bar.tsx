import { Trans, useLingui } from "@lingui/react/macro";
import { CornerLeftUp, House } from "lucide-react";
import { type FormEvent, Fragment, useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { isFilePath, tidyPath } from "../../file-path.ts";
import { PathInput } from "./path-input.tsx";

export function PathBar({ path, onOpen }: { path: string; onOpen: (path: string) => void }) {
  const { t } = useLingui();
  const parts = path === "" ? [] : path.split("/");
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <Button size="sm" icon={House} disabled={path === ""} onClick={() => onOpen("")}>
          <Trans>Root</Trans>
        </Button>
        <Button
          size="sm"
          icon={CornerLeftUp}
          disabled={path === ""}
          onClick={() => onOpen(parts.slice(0, -1).join("/"))}
        >
          <Trans>Up</Trans>
        </Button>
        <nav aria-label={t`Folder`} className="flex min-w-0 flex-wrap items-center gap-x-1 text-sm">
          {parts.map((part, index) => {
            const to = parts.slice(0, index + 1).join("/");
            return (
              <Fragment key={to}>
                <span aria-hidden className="text-muted">
                  /
                </span>
                <button
                  type="button"
                  aria-current={to === path ? "page" : undefined}
                  onClick={() => onOpen(to)}
                  className="tap min-w-0 break-all rounded-md px-1 font-medium hover:text-accent aria-[current]:font-semibold"
                >
                  {part}
                </button>
              </Fragment>
            );
          })}
        </nav>
      </div>
      <GoTo path={path} onOpen={onOpen} />
    </div>
  );
}

function GoTo({ path, onOpen }: { path: string; onOpen: (path: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(path);
  const [error, setError] = useState<string>();
  const change = (path: string) => {
    setTyped(path);
    setError(undefined);
  };
  useEffect(() => setTyped(path), [path]);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const to = tidyPath(typed);
    if (to !== "" && !isFilePath(to))
      return setError(t`This is not a valid path. Separate folders with slashes: docs/2026`);
    setError(undefined);
    onOpen(to);
  };
  return (
    <form onSubmit={go} noValidate className="flex w-full items-end gap-2 sm:w-auto">
      <Field label={t`Path`} error={error} className="min-w-0 flex-1 sm:w-64">
        <PathInput value={typed} onChange={change} />
      </Field>
      <Button type="submit">
        <Trans>Go</Trans>
      </Button>
    </form>
  );
}
