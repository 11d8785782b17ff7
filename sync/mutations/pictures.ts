// Pictures of rows that are written later.
export { queueImage } from "../uploads/image-uploads.ts";
