import type { Store } from "../database/store.ts";
import type { Result } from "../transport/result.ts";
import { queueImage } from "../uploads/image-uploads.ts";

/** Stores a logo on this device and queues its upload. @returns its path */
export const organizationLogoKeep = (store: Store, picture: Blob): Promise<Result<string>> =>
  queueImage(store, "avatars", picture);
