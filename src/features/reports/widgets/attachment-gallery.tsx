import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CloudOff, CloudUpload, FileText, ImageOff, type LucideIcon, PenLine, Play, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatPercent } from "#i18n/format.ts";
import { now } from "#lib/clock.ts";
import { type AttachmentState, useAttachment } from "#state/attachment.ts";
import { useStatus } from "#state/status.ts";
import { pendingKey } from "#sync/queries/pending-items.ts";
import type { Attachment, Feedback } from "#sync/schema/feedback.ts";
import { IconButton } from "#ui/button.tsx";
import { FileSize } from "#ui/formatted-values.tsx";
import { Picture } from "#ui/picture.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AttachmentViewer } from "./attachment-viewer.tsx";

type Row = Pick<Feedback, "id" | "tester_id" | "uploaded" | "attachments" | "status" | "received_at">;

/** After this time, a missing file is shown as late: the tester may never come back online. */
const LATE_MS = 86_400_000;

interface GalleryProps {
  row: Row;
  /** Present when the user may remove files. */
  onRemove?: (attachment: Attachment) => void;
  /** Present when the user may annotate pictures. */
  onMarkUp?: (attachment: Attachment) => void;
  /** Shows upload progress. Only the tester's device sends files, and not those of a draft. */
  own?: boolean;
}

/** Annotating an animated GIF would keep only its first frame. */
const canBeMarked = ({ type }: Attachment) => type.startsWith("image/") && type !== "image/gif";

export function AttachmentGallery({ row, onRemove, onMarkUp, own }: GalleryProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState<Attachment | null>(null);
  if (row.attachments.length === 0) return null;
  return (
    <>
      <ul aria-label={t`Attachments`} className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {row.attachments.map((attachment) => (
          <li key={attachment.id} className="relative min-w-0">
            <Tile row={row} attachment={attachment} own={own ?? false} onOpen={() => setShown(attachment)} />
            {onMarkUp && canBeMarked(attachment) && (
              <IconButton
                icon={PenLine}
                label={t`Mark up ${attachment.name}`}
                variant="secondary"
                onClick={() => onMarkUp(attachment)}
                className="absolute start-1.5 top-1.5 shadow-sm"
              />
            )}
            {onRemove && (
              <IconButton
                icon={X}
                label={t`Remove ${attachment.name}`}
                variant="secondary"
                onClick={() => onRemove(attachment)}
                className="absolute end-1.5 top-1.5 shadow-sm"
              />
            )}
          </li>
        ))}
      </ul>
      {shown && <AttachmentViewer row={row} attachment={shown} onShow={setShown} onClose={() => setShown(null)} />}
    </>
  );
}

const problems: { readonly [S in AttachmentState["state"]]?: { icon: LucideIcon; text: MessageDescriptor } } = {
  damaged_here: { icon: ImageOff, text: msg`Damaged on this device: choose it again` },
  offline: { icon: CloudOff, text: msg`Needs a connection` },
  missing: { icon: ImageOff, text: msg`Not found` },
  damaged: { icon: ImageOff, text: msg`Damaged: differs from the file that was attached` },
};

interface TileProps {
  row: Row;
  attachment: Attachment;
  own: boolean;
  onOpen: () => void;
}

function Tile({ row, attachment, own, onOpen }: TileProps) {
  const { t } = useLingui();
  const view = useAttachment(row, attachment);
  const problem = problems[view.state];
  const isPicture = attachment.type.startsWith("image/");
  const isVideo = attachment.type.startsWith("video/");
  const isLate = !own && row.received_at !== null && now() - Date.parse(row.received_at) > LATE_MS;
  return (
    <button
      type="button"
      onClick={onOpen}
      disabled={view.state !== "ready"}
      className="group flex w-full flex-col gap-1.5 rounded-md text-start disabled:cursor-default"
    >
      <span className="relative grid aspect-square w-full place-items-center overflow-hidden rounded-md border border-line bg-sunken text-muted">
        {view.state === "ready" && isPicture && (
          <Picture src={view.url} alt="" instead={<NotDrawn />} loading="lazy" className="size-full object-cover" />
        )}
        {view.state === "ready" && isVideo && (
          <>
            <video src={view.url} muted preload="metadata" className="size-full object-cover" />
            <span className="absolute grid size-11 place-items-center rounded-full bg-black/60 text-white">
              <Play aria-hidden className="size-5" />
            </span>
          </>
        )}
        {view.state === "ready" && !isPicture && !isVideo && <FileText aria-hidden className="size-8" />}
        {view.state === "loading" && <Spinner />}
        {view.state === "on_its_way" && (
          <Standin icon={CloudUpload}>
            {isLate ? <Trans>Not received from the tester's device</Trans> : <Trans>Photo on its way</Trans>}
          </Standin>
        )}
        {problem && <Standin icon={problem.icon}>{t(problem.text)}</Standin>}
        {own && <UploadMark row={row} attachment={attachment} />}
      </span>
      <span className="min-w-0 text-xs">
        <span className="block truncate font-medium">
          <span className="sr-only">
            <Trans context="attachment">Open</Trans>{" "}
          </span>
          {attachment.name}
        </span>
        <FileSize bytes={attachment.size} className="text-muted" />
      </span>
    </button>
  );
}

const Standin = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <span className="flex flex-col items-center gap-1.5 p-2 text-center text-xs">
    <Icon aria-hidden className="size-6" />
    {children}
  </span>
);

const NotDrawn = () => (
  <Standin icon={ImageOff}>
    <Trans>Cannot be shown here</Trans>
  </Standin>
);

/** Upload state of the tester's file. Renders nothing for uploaded files and drafts. */
function UploadMark({ row, attachment }: { row: Row; attachment: Attachment }) {
  const { i18n } = useLingui();
  const uploads = useStatus("uploads");
  if (row.status === "draft" || row.uploaded.includes(attachment.id)) return null;
  const upload = uploads.find((u) => u.key === pendingKey("attachment", attachment.id));
  const share = upload && upload.size > 0 ? Math.min(100, (upload.sent / upload.size) * 100) : 0;
  return (
    <span className="absolute inset-x-0 bottom-0 flex items-center gap-1.5 bg-black/70 px-2 py-1 text-white text-xs">
      <CloudUpload aria-hidden className="size-4 shrink-0" />
      {share > 0 ? (
        <span className="tabular-nums">{formatPercent(share, i18n.locale)}</span>
      ) : (
        <Trans>On its way</Trans>
      )}
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-0.5 bg-white" style={{ width: `${share}%` }} />
    </span>
  );
}
