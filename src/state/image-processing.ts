// Processes images before they are stored: upright, scaled down, and re-encoded, because phones
// write the location into a photo. Other files pass unchanged. Stores nothing.
export { attachmentLimits } from "../../sync/uploads/attachments.ts";

/** Enough to read a screenshot at full size; a camera's photo is several times larger. */
const PICTURE_MAX_PX = 2560;
const JPEG_QUALITY = 0.86;
/** Screenshots stay lossless up to this size; a photo saved as PNG does not. */
const PNG_MAX_BYTES = 3 * 1024 * 1024;

export interface PreparedFile {
  name: string;
  blob: Blob;
  width?: number;
  height?: number;
}

/** Null: it claims to be an image that this browser cannot decode. */
export async function prepareFile(file: File): Promise<PreparedFile | null> {
  // A GIF may be animated, which a canvas would stop at the first frame; it has no location.
  if (!file.type.startsWith("image/") || file.type === "image/gif") return { name: file.name, blob: file };
  const bitmap = await decodePicture(file);
  if (!bitmap) return null;
  const scale = Math.min(1, PICTURE_MAX_PX / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return null;
  const lossless = file.type === "image/png";
  if (!lossless) {
    // JPEG has no transparency: without a background, transparent areas turn black.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await encodePicture(canvas, lossless);
  if (!blob) return null;
  return { name: withEnding(file.name, blob.type), blob, width, height };
}

/** Enough for an avatar on the largest screens. */
const AVATAR_PX = 512;

/** Crops and re-encodes a square. Null: this browser cannot decode the image. */
export async function squareOf(
  file: Blob,
  area: { x: number; y: number; width: number; height: number },
): Promise<Blob | null> {
  const bitmap = await decodePicture(file);
  if (!bitmap) return null;
  const canvas = document.createElement("canvas");
  canvas.width = AVATAR_PX;
  canvas.height = AVATAR_PX;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, AVATAR_PX, AVATAR_PX);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, AVATAR_PX, AVATAR_PX);
  bitmap.close();
  return encode(canvas, "image/jpeg");
}

/**
 * Converts any image that a browser draws (SVG and ICO too) to a PNG of at most this size. Null: it
 * cannot be drawn.
 */
export async function pngWithin(file: Blob, most: { width: number; height: number }): Promise<Blob | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // An SVG without a size of its own takes all the room.
    const { naturalWidth: w = 0, naturalHeight: h = 0 } = image;
    const vector = file.type === "image/svg+xml";
    const scale = Math.min(most.width / (w || most.width), most.height / (h || most.height), vector ? Infinity : 1);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round((w || most.width) * scale));
    canvas.height = Math.max(1, Math.round((h || most.height) * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await encode(canvas, "image/png");
  } catch {
    // The caller reports it.
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Upright, or null: no image, or of a kind that this browser cannot decode. */
export async function decodePicture(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    // The caller says so.
    return null;
  }
}

/** Lossless only as long as it stays small enough to be sent. */
export async function encodePicture(canvas: HTMLCanvasElement, lossless: boolean): Promise<Blob | null> {
  const png = lossless ? await encode(canvas, "image/png") : null;
  return png && png.size <= PNG_MAX_BYTES ? png : encode(canvas, "image/jpeg");
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));

function withEnding(name: string, type: string): string {
  const ending = type === "image/png" ? "png" : "jpg";
  const stem = name.replace(/\.[^.]*$/, "") || "photo";
  return `${stem}.${ending}`;
}
