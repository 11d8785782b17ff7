// Adds photos, recordings and files to a report. Files are stored on the device with the draft.
import { Trans, useLingui } from "@lingui/react/macro";
import { Camera, Paperclip, Video } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { attachmentLimits } from "#state/image-processing.ts";
import { attachmentAccept } from "#sync/files/file-types.ts";
import type { OwnReport } from "#sync/queries/feedback.ts";
import { type Attachment, feedbackLimits } from "#sync/schema/feedback.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { useFileDrop } from "#ui/use-file-drop.ts";
import { AttachmentGallery } from "../../widgets/attachment-gallery.tsx";
import { MarkUp } from "./image-annotation.tsx";
import { RecordButton } from "./record-button.tsx";
import { useAddFiles } from "./use-add-files.ts";

const MB = 1024 * 1024;

export function AttachmentField({ report }: { report: OwnReport }) {
  const { t } = useLingui();
  const camera = useRef<HTMLInputElement>(null);
  const video = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [marking, setMarking] = useState<Attachment | null>(null);
  const { add, remove, busy } = useAddFiles(report);
  const count = report.attachments.length;
  const max = feedbackLimits.attachments.max;
  const megabytes = attachmentLimits.bytes / MB;
  const full = count >= max;
  const take = (input: HTMLInputElement) => {
    void add([...(input.files ?? [])]);
    // Lets the user choose the same file again after removing it.
    input.value = "";
  };
  const { over, handlers } = useFileDrop((dropped) => void add(dropped));

  return (
    <fieldset
      {...handlers}
      className={cx(
        "flex min-w-0 flex-col gap-3 rounded-lg border border-dashed p-4 transition-colors duration-150",
        over ? "border-accent bg-accent-soft" : "border-line-strong",
      )}
    >
      <legend className="px-1 font-semibold text-sm">
        <Trans>Photos and files</Trans>{" "}
        <span className="font-normal text-muted">
          <Trans>optional</Trans>
        </span>
      </legend>
      <AttachmentGallery row={report} own onRemove={(attachment) => void remove(attachment)} onMarkUp={setMarking} />
      {marking && <MarkUp report={report} attachment={marking} onClose={() => setMarking(null)} />}
      <div className="flex flex-wrap gap-2">
        <Button icon={Camera} disabled={full} onClick={() => camera.current?.click()} className="pointer-fine:hidden">
          <Trans>Take a photo</Trans>
        </Button>
        <Button icon={Video} disabled={full} onClick={() => video.current?.click()} className="pointer-fine:hidden">
          <Trans>Record a video</Trans>
        </Button>
        <RecordButton disabled={full} onDone={(file) => void add([file])} />
        <Button icon={Paperclip} pending={busy > 0} disabled={full} onClick={() => files.current?.click()}>
          <Trans>Add photos or files</Trans>
        </Button>
      </div>
      <p className="text-muted text-sm">
        <span className="hidden pointer-fine:inline">
          <Trans>Drop them here or paste a screenshot.</Trans>{" "}
        </span>
        <Trans>
          Up to {max} files of {megabytes} MB. Photos are made smaller. The location is removed from photos and from MP4
          and MOV videos.
        </Trans>
      </p>
      <FileInput ref={camera} accept="image/*" capture="environment" label={t`Take a photo`} onTake={take} />
      <FileInput ref={video} accept="video/*" capture="environment" label={t`Record a video`} onTake={take} />
      <FileInput ref={files} accept={attachmentAccept} multiple label={t`Add photos or files`} onTake={take} />
    </fieldset>
  );
}

interface FileInputProps extends Omit<ComponentProps<"input">, "type"> {
  label: string;
  onTake: (input: HTMLInputElement) => void;
}

/** Opened through its label, which looks like a button. */
const FileInput = ({ label, onTake, ...rest }: FileInputProps) => (
  <input {...rest} type="file" hidden aria-label={label} onChange={(event) => onTake(event.target)} />
);
