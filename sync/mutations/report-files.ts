// A report's picture in another version (marked up): the new one is kept before the old one goes,
// so that neither a crash nor a full disk leaves the report without it.

import type { Store } from "../database/store.ts";
import type { Attachment } from "../schema/feedback.ts";
import { fail, type Result } from "../transport/result.ts";
import { reportAttach, reportDetach } from "./feedback.ts";

export async function reportReplaceFile(
  store: Store,
  id: string,
  old: Attachment,
  file: { name: string; blob: Blob; width?: number; height?: number },
): Promise<Result<Attachment>> {
  const kept = await reportAttach(store, id, file);
  // No room for both at once: this time the old one goes first.
  const full = !kept.ok && kept.error.type === "not_allowed" && ["too_many", "report_full"].includes(kept.error.code);
  if (!kept.ok && !full) return kept;
  const gone = await reportDetach(store, id, old);
  if (!gone.ok) return gone;
  if (kept.ok) return kept;
  const again = await reportAttach(store, id, file);
  return again.ok ? again : fail(again.error);
}
