import type { Application } from "#sync/schema/applications.ts";
import type { Attachment } from "#sync/schema/feedback.ts";
import { AttachmentGallery } from "./attachment-gallery.tsx";

interface PhotosProps {
  application: Application;
  photos: readonly Attachment[];
  /** When the photos' row was sent; null while the tester works on it. */
  sentAt: string | null;
  /** Present when the user may remove photos. */
  onRemove?: (photo: Attachment) => void;
  /** Shows upload progress, on the tester's device. */
  own?: boolean;
}

/** Photos of a result or retest. They open large, like attachments of a report. */
export function Photos({ application: { id, tester_id, uploaded }, photos, sentAt, ...more }: PhotosProps) {
  const row = { id, tester_id, uploaded, attachments: [...photos], received_at: sentAt };
  return <AttachmentGallery row={{ ...row, status: "submitted" }} {...more} />;
}
