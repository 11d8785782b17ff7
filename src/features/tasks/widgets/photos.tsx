import { AttachmentGallery } from "#features/reports/widgets/attachment-gallery.tsx";
import type { Application } from "#sync/schema/applications.ts";
import type { Attachment } from "#sync/schema/feedback.ts";

interface PhotosProps {
  application: Application;
  photos: readonly Attachment[];
  /** Present when the user may remove photos. */
  onRemove?: (photo: Attachment) => void;
  /** Shows upload progress, on the tester's device. */
  own?: boolean;
}

/** Photos of a result. They open large, like attachments of a report. */
export function Photos({ application, photos, ...more }: PhotosProps) {
  const { id, tester_id, uploaded, results_submitted_at } = application;
  const row = { id, tester_id, uploaded, attachments: [...photos], received_at: results_submitted_at };
  return <AttachmentGallery row={{ ...row, status: "submitted" }} {...more} />;
}
