import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, FileText, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { type AttachmentState, useAttachment } from "#state/attachment.ts";
import type { Attachment, Feedback } from "#sync/schema/feedback.ts";
import { IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Picture } from "#ui/picture.tsx";
import { Spinner } from "#ui/spinner.tsx";

const notHere = msg`This file is not on this device yet.`;
const problems: { readonly [S in AttachmentState["state"]]?: MessageDescriptor } = {
  offline: notHere,
  on_its_way: notHere,
  damaged_here: msg`Damaged on this device: choose it again`,
  missing: msg`Not found`,
  damaged: msg`The server has a different file from the one that was attached, so it is not shown.`,
};

interface ViewerProps {
  row: Pick<Feedback, "tester_id" | "uploaded" | "attachments">;
  attachment: Attachment;
  onShow: (attachment: Attachment) => void;
  onClose: () => void;
}

export function AttachmentViewer({ row, attachment, onShow, onClose }: ViewerProps) {
  const { t } = useLingui();
  const view = useAttachment(row, attachment);
  const problem = problems[view.state];
  const [zoomed, setZoomed] = useState(false);
  const count = row.attachments.length;
  const index = row.attachments.findIndex((a) => a.id === attachment.id);
  const position = index + 1;
  const go = (by: number) => {
    const next = row.attachments[(index + by + count) % count];
    if (!next) return;
    setZoomed(false);
    onShow(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A video handles the arrow keys.
    if (count < 2 || event.target instanceof HTMLVideoElement) return;
    if (event.key === "ArrowLeft") go(-1);
    else if (event.key === "ArrowRight") go(1);
    else return;
    event.preventDefault();
  };
  const isPicture = attachment.type.startsWith("image/");
  return (
    <Dialog open onClose={onClose} size="lg" title={attachment.name}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys are shortcuts */}
      <div onKeyDown={onKeyDown} className="flex flex-col gap-3">
        <div className={cx("grid min-h-40 place-items-center", zoomed && "max-h-[65dvh] overflow-auto")}>
          {view.state === "loading" && <Spinner />}
          {view.state === "ready" && <Opened attachment={attachment} url={view.url} zoomed={zoomed} />}
          {problem && <p className="text-muted text-sm">{t(problem)}</p>}
        </div>
        <div className="flex items-center justify-center gap-2">
          {count > 1 && <IconButton icon={ChevronLeft} label={t`Previous`} onClick={() => go(-1)} />}
          <p aria-live="polite" className="min-w-16 text-center text-muted text-sm tabular-nums">
            <Trans>
              {position} of {count}
            </Trans>
          </p>
          {count > 1 && <IconButton icon={ChevronRight} label={t`Next`} onClick={() => go(1)} />}
          {isPicture && view.state === "ready" && (
            <IconButton
              icon={zoomed ? ZoomOut : ZoomIn}
              label={zoomed ? t`Fit to the window` : t`Full size`}
              onClick={() => setZoomed(!zoomed)}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Opened({ attachment, url, zoomed }: { attachment: Attachment; url: string; zoomed: boolean }) {
  const saved = (
    <a
      href={url}
      download={attachment.name}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline underline-offset-4"
    >
      <FileText aria-hidden className="size-5" />
      <Trans>Save {attachment.name}</Trans>
    </a>
  );
  if (attachment.type.startsWith("image/")) {
    return (
      <Picture
        src={url}
        alt={attachment.name}
        instead={saved}
        className={cx("rounded-md", zoomed ? "max-w-none justify-self-start" : "max-h-[65dvh] object-contain")}
      />
    );
  }
  if (attachment.type.startsWith("video/")) {
    // biome-ignore lint/a11y/useMediaCaption: a tester's recording has no captions
    return <video key={url} src={url} controls className="max-h-[65dvh] w-full rounded-md" />;
  }
  return saved;
}
