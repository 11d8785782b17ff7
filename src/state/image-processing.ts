// Prepares files for storage: rotates, scales and re-encodes pictures, because photos contain their
// location; strips metadata from animations and videos. Other files pass unchanged.
import { attachmentType, contentOf, endingOf, headBytes, typeOf } from "../../sync/files/file-types.ts";
import { cleanGif, cleanPng, cleanVideo, cleanWebp, isMoving } from "../../sync/files/metadata.ts";
import { attachmentLimits } from "../../sync/uploads/attachments.ts";

export { attachmentLimits };

/** A readable full-size screenshot; smaller than a camera photo. */
const mostPixels = 2560 * 1920;
/** Keeps long screenshots legible. Safari's canvas limit is 16,777,216 pixels. */
const mostLongPixels = 16_000_000;
const longRatio = 3;
/** The longest side that all browsers can draw. */
const mostSide = 16_384;
const JPEG_QUALITY = 0.86;
/** Screenshots stay lossless up to this size, which PNG photos exceed. */
const PNG_MAX_BYTES = 3 * 1024 * 1024;

export function storedSize(width: number, height: number): { width: number; height: number } {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const pixels = long > short * longRatio ? mostLongPixels : mostPixels;
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)), mostSide / long);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

interface PreparedFile {
  name: string;
  blob: Blob;
  width?: number;
  height?: number;
  /** True if an animation was lost. */
  stopped?: boolean;
}

/**
 * - `gone`: changed, moved or deleted since it was chosen.
 * - `wrong_type`: an unsupported type, or the content does not match the name.
 * - `heic`: an iPhone photo that this browser cannot decode; `unreadable`: any other picture.
 */
export type PrepareProblem = "gone" | "empty" | "wrong_type" | "heic" | "unreadable";
type Prepared = { ok: true; file: PreparedFile } | { ok: false; problem: PrepareProblem };

const problem = (problem: PrepareProblem): Prepared => ({ ok: false, problem });
const passed = (name: string, blob: Blob): Prepared => ({ ok: true, file: { name, blob } });

/** @param moving keeps animations, without their metadata */
export async function prepareFile(file: File, { moving = true } = {}): Promise<Prepared> {
  try {
    return await prepare(file, moving);
  } catch (error) {
    // A DOMException means that the file is unreadable, whatever its content.
    if (error instanceof DOMException) return problem("gone");
    if (error instanceof RangeError) return problem("unreadable");
    throw error;
  }
}

async function prepare(file: File, moving: boolean): Promise<Prepared> {
  if (file.size === 0) return problem("empty");
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const type = attachmentType(file.name, head);
  if (type === null) return problem("wrong_type");
  // Oversized files pass; the code that stores them rejects them.
  if (file.size > attachmentLimits.bytes) return passed(file.name, file.slice(0, file.size, type));
  if (["video/mp4", "video/quicktime", "video/3gpp"].includes(type))
    return passed(named(file.name, type), await cleanVideo(file.slice(0, file.size, type)));
  if (!type.startsWith("image/")) return passed(file.name, file.slice(0, file.size, type));
  if (moving) {
    const moved = await movingPicture(file, type);
    if (moved) return passed(named(file.name, type), moved);
  }
  const bitmap = await decodePicture(file);
  if (!bitmap) return problem(contentOf(head) === "heic" ? "heic" : "unreadable");
  const { width, height } = storedSize(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return problem("unreadable");
  const lossless = type === "image/png";
  if (!lossless) {
    // JPEG has no transparency: without a background, transparent areas turn black.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await encodePicture(canvas, lossless);
  if (!blob) return problem("unreadable");
  // The brand of a sequence. Its metadata is between its pictures, so it cannot be stripped.
  const stopped = String.fromCharCode(...head.subarray(8, 12)) === "avis";
  return { ok: true, file: { name: named(file.name, blob.type), blob, width, height, stopped } };
}

/** An animation without metadata; null for still pictures. A canvas would keep one frame. */
async function movingPicture(file: File, type: string): Promise<Blob | null> {
  if (type !== "image/gif" && type !== "image/webp" && type !== "image/png") return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (type === "image/gif") return new Blob([cleanGif(bytes)], { type });
  if (!isMoving(bytes, type)) return null;
  return new Blob([type === "image/webp" ? cleanWebp(bytes) : cleanPng(bytes)], { type });
}

/** Sufficient for avatars on the largest screens. */
const AVATAR_PX = 512;

/** Crops and re-encodes a square; null if the browser cannot decode the image. */
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

/** Converts an image that the browser can draw (also SVG, ICO) to a limited PNG, or null. */
export async function pngWithin(file: Blob, most: { width: number; height: number }): Promise<Blob | null> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // An SVG without a size fills the limit.
    const { naturalWidth: w = 0, naturalHeight: h = 0 } = image;
    const vector = file.type === "image/svg+xml";
    const scale = Math.min(most.width / (w || most.width), most.height / (h || most.height), vector ? Infinity : 1);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round((w || most.width) * scale));
    canvas.height = Math.max(1, Math.round((h || most.height) * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await encode(canvas, "image/png");
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Decodes and rotates a picture; null if the browser cannot decode it. */
export async function decodePicture(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}

/** Lossless only while small enough to upload. */
export async function encodePicture(canvas: HTMLCanvasElement, lossless: boolean): Promise<Blob | null> {
  const png = lossless ? await encode(canvas, "image/png") : null;
  return png && png.size <= PNG_MAX_BYTES ? png : encode(canvas, "image/jpeg");
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));

const endings: Readonly<Record<string, string>> = {
  ...{ "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp" },
  ...{ "video/mp4": "mp4", "video/quicktime": "mov", "video/3gpp": "3gp" },
};

function named(name: string, type: string): string {
  if (typeOf(name) === type) return name;
  const stem = endingOf(name) === "" ? name : name.replace(/\.[^.]*$/, "");
  return `${stem || "photo"}.${endings[type] ?? "jpg"}`;
}
