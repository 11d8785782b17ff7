import { Trans, useLingui } from "@lingui/react/macro";
import { FileText, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { firstCharacters } from "#sync/inputs/single-line.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { FileSize } from "#ui/formatted-values.tsx";
import { Picture } from "#ui/picture.tsx";
import type { SharedProps } from "./use-shared.ts";

export function SharedItems({ shared: { files, texts }, drop }: SharedProps) {
  const { t } = useLingui();
  const all = [...files, ...texts].map(({ key }) => key);
  return (
    <Section
      title={<Trans>Shared with Betaflock</Trans>}
      action={
        <Button size="sm" variant="ghost" icon={Trash2} onClick={() => void drop(all)}>
          <Trans>Discard</Trans>
        </Button>
      }
    >
      <ul aria-label={t`Shared with Betaflock`} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {files.map(({ key, file }) => (
          <Thing key={key} name={file.name} onRemove={() => void drop([key])}>
            <Preview file={file} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{file.name}</span>
              <FileSize bytes={file.size} className="block text-muted text-sm" />
            </span>
          </Thing>
        ))}
        {texts.map(({ key, text }) => (
          <Thing key={key} name={text} onRemove={() => void drop([key])}>
            <span className="line-clamp-3 min-w-0 flex-1 break-words text-sm">{text}</span>
          </Thing>
        ))}
      </ul>
    </Section>
  );
}

function Thing({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  const { t } = useLingui();
  const short = firstCharacters(name, 60);
  return (
    <li className="flex min-w-0 items-center gap-3 rounded-lg border border-line bg-raised p-3">
      {children}
      <IconButton icon={X} label={t`Remove “${short}”`} onClick={onRemove} />
    </li>
  );
}

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    if (!file.type.startsWith("image/")) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken text-muted">
      <Picture
        src={url}
        alt=""
        instead={<FileText aria-hidden className="size-6" />}
        className="size-full object-cover"
      />
    </span>
  );
}
