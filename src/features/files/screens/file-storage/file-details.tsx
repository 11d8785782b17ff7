import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Download, Trash2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { addressOf, removeFile } from "#state/files.ts";
import type { StoredFile } from "#sync/schema/files.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Fact } from "#ui/fact.tsx";
import { DateText, FileSize } from "#ui/formatted-values.tsx";
import { showToast } from "#ui/toast.tsx";
import { useConfirm } from "#ui/use-confirm.ts";
import { fileFailureText } from "./failures.ts";

interface FileDetailsProps {
  file: StoredFile;
  mayDelete: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function FileDetails({ file, mayDelete, onClose, onDeleted }: FileDetailsProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  // On a phone the panel is above the list: focusing it scrolls there.
  useEffect(() => heading.current?.focus(), []);
  const name = file.file_name.split("/").at(-1);
  const folder = file.file_name.split("/").slice(0, -1).join("/");
  const save = async () => {
    const address = await addressOf(file);
    if (address) return window.location.assign(address);
    return showToast({
      tone: "danger",
      title: t`Download failed`,
      description: t`You need to be online. Try again in a moment.`,
    });
  };
  return (
    <aside aria-label={t`File details`} className="beside w-full lg:w-83">
      <div className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-4 shadow-sm">
        <div className="flex items-start justify-between gap-2">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 break-all pt-2 text-base">
            {name}
          </h2>
          <IconButton icon={X} label={t`Close`} onClick={onClose} />
        </div>
        <dl className="flex flex-col gap-3 text-sm">
          <Fact label={t`Folder`}>{folder || "/"}</Fact>
          <Fact label={t`Size`}>
            <FileSize bytes={file.size_bytes} />
          </Fact>
          <Fact label={t`Type`}>{file.content_type}</Fact>
          <Fact label={t`Uploaded`}>
            <DateText value={file.uploaded_at} />
          </Fact>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button icon={Download} onClick={() => void save()}>
            <Trans>Download</Trans>
          </Button>
          {mayDelete && <DeleteButton file={file} onDeleted={onDeleted} />}
        </div>
      </div>
    </aside>
  );
}

function DeleteButton({ file, onDeleted }: { file: StoredFile; onDeleted: () => void }) {
  const { t } = useLingui();
  const [running, setRunning] = useState(false);
  const name = file.file_name;
  const question = useConfirm(async (close) => {
    setRunning(true);
    const result = await removeFile(file);
    setRunning(false);
    close();
    if (!result.ok) {
      const description = fileFailureText(result.error, msg`Please check your connection and try again`, t);
      return showToast({ tone: "danger", title: t`Failed to delete file`, description });
    }
    showToast({ title: t`File deleted`, description: name });
    return onDeleted();
  });
  return (
    <>
      <Button icon={Trash2} variant="danger" opensDialog onClick={question.ask}>
        <Trans>Delete</Trans>
      </Button>
      <ConfirmDialog
        {...question.dialog}
        pending={running}
        title={<Trans>Delete this file?</Trans>}
        confirmLabel={<Trans>Delete file</Trans>}
      >
        <p className="break-all">{t`“${name}” will be permanently deleted.`}</p>
      </ConfirmDialog>
    </>
  );
}
