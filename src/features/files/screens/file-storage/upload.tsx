// Uploads files to a folder. The chosen files survive failures until they are uploaded.
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { FilePlus2, UploadCloud, X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { addUploads, type FileFailure, type FileUpload } from "#state/files.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { FileSize } from "#ui/formatted-values.tsx";
import { showToast } from "#ui/toast.tsx";
import { isFilePath, tidyPath } from "../../file-path.ts";
import { DropArea } from "./drop-area.tsx";
import { fileFailureText } from "./failures.ts";
import { PathInput } from "./path-input.tsx";
import { UploadList } from "./upload-list.tsx";

interface UploadProps {
  chosen: readonly File[];
  onChoose: (files: readonly File[]) => void;
  path: string;
  /** Id of an organization, or of the admin. */
  owner: string;
  onUploaded: () => void;
}

export function Upload({ chosen, onChoose, path, owner, onUploaded }: UploadProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [folder, setFolder] = useState(path);
  const [error, setError] = useState<string>();
  const change = (path: string) => {
    setFolder(path);
    setError(undefined);
  };
  const add = (files: readonly File[]) => onChoose([...chosen, ...files]);
  const onDone = (upload: FileUpload, result: { ok: true } | { ok: false; error: FileFailure }) => {
    if (result.ok) {
      onUploaded();
      return showToast({ title: t`Upload successful`, description: upload.file.name });
    }
    const otherwise = msg`Failed to upload file. Please check your connection and try again`;
    const description = `${upload.file.name}: ${fileFailureText(result.error, otherwise, t)}`;
    return showToast({ tone: "danger", title: t`Upload failed`, description });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = tidyPath(folder);
    if (to !== "" && !isFilePath(to))
      return setError(t`This is not a valid path. Separate folders with slashes: docs/2026`);
    if (chosen.length === 0) {
      showToast({ tone: "danger", title: t`No file selected`, description: t`Please select a file to upload` });
      return;
    }
    addUploads(chosen, { ownerId: owner, folder: to }, onDone);
    onChoose([]);
  };
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field
          label={t`Folder`}
          optional
          error={error}
          help={t`A new folder is created with its first file. Leave this empty for the root.`}
        >
          <PathInput value={folder} onChange={change} />
        </Field>
        <DropArea onFiles={add}>
          <div className="flex flex-col items-center gap-3 rounded-lg border border-line-strong border-dashed px-4 py-8 text-center">
            <UploadCloud aria-hidden className="size-8 text-muted" />
            <p className="text-muted text-sm">
              <span className="pointer-fine:hidden">
                <Trans>Up to 50 MB each</Trans>
              </span>
              <span className="hidden pointer-fine:inline">
                <Trans>Drop files here, up to 50 MB each</Trans>
              </span>
            </p>
            <Button icon={FilePlus2} onClick={() => input.current?.click()}>
              <Trans>Choose files</Trans>
            </Button>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              aria-label={t`Choose files`}
              onChange={(event) => {
                add([...(event.target.files ?? [])]);
                event.target.value = "";
              }}
            />
          </div>
        </DropArea>
        {chosen.length > 0 && (
          <ul aria-label={t`Selected files`} className="flex flex-col divide-y divide-line">
            {chosen.map((file, index) => (
              <Chosen
                key={`${file.name} ${file.size} ${file.lastModified}`}
                file={file}
                onRemove={() => onChoose(chosen.toSpliced(index, 1))}
              />
            ))}
          </ul>
        )}
        <Button type="submit" variant="primary" icon={UploadCloud} className="self-start">
          <Trans>Upload</Trans>
        </Button>
      </form>
      <UploadList onDone={onDone} />
    </div>
  );
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useLingui();
  const { name } = file;
  return (
    <li className="flex items-center gap-3 py-1 text-sm">
      <span className="min-w-0 flex-1 break-all">{name}</span>
      <span className="shrink-0 text-muted">
        <FileSize bytes={file.size} />
      </span>
      <IconButton icon={X} label={t`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}
