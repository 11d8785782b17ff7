import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { dropUpload, type FileFailure, type FileUpload, retryUpload, useUploads } from "#state/files.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { FileSize } from "#ui/formatted-values.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { fileFailureText } from "./failures.ts";

interface UploadListProps {
  onDone: (upload: FileUpload, result: { ok: true } | { ok: false; error: FileFailure }) => void;
}

export function UploadList({ onDone }: UploadListProps) {
  const { t } = useLingui();
  const uploads = useUploads();
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={t`Uploads`} className="flex flex-col gap-3">
      {uploads.map((upload) => (
        <li
          key={upload.id}
          className="flex flex-col gap-2 rounded-lg border border-line bg-raised p-4 text-sm shadow-sm"
        >
          <div className="flex items-center gap-3">
            {upload.state === "done" && <CircleCheck aria-hidden className="size-5 shrink-0 text-positive" />}
            {upload.state === "failed" && <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />}
            <span className="min-w-0 flex-1 break-all font-semibold">{upload.file.name}</span>
            <span className="shrink-0 text-muted">
              <FileSize bytes={upload.file.size} />
            </span>
          </div>
          {upload.failure ? <Failed upload={upload} onDone={onDone} /> : <Sent upload={upload} />}
        </li>
      ))}
    </ul>
  );
}

function Sent({ upload }: { upload: FileUpload }) {
  const { t } = useLingui();
  const { name } = upload.file;
  return (
    <ProgressBar
      value={upload.progress}
      label={t`Upload of ${name}`}
      tone={upload.state === "done" ? "positive" : "accent"}
    />
  );
}

function Failed({ upload, onDone }: { upload: FileUpload } & UploadListProps) {
  const { t } = useLingui();
  const { name } = upload.file;
  const otherwise = msg`Failed to upload file. Please check your connection and try again`;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-48 flex-1 text-danger">{upload.failure && fileFailureText(upload.failure, otherwise, t)}</p>
      <Button size="sm" onClick={() => retryUpload(upload.id, onDone)}>
        <Trans>Try again</Trans>
      </Button>
      <IconButton icon={X} label={t`Remove ${name}`} onClick={() => dropUpload(upload.id)} />
    </div>
  );
}
