// Marks on a picture: arrows, boxes, and areas made unreadable. Pure but for drawing: shapes in,
// shapes or pixels out.
// Positions are pixels of the picture, so that what is saved is what was seen at any size.

export type Tool = "arrow" | "box" | "blur";
export interface Shape {
  id: string;
  tool: Tool;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}
export interface Size {
  width: number;
  height: number;
}

export interface History {
  past: readonly (readonly Shape[])[];
  shapes: readonly Shape[];
  future: readonly (readonly Shape[])[];
}
export const emptyHistory: History = { past: [], shapes: [], future: [] };

export type HistoryAction = { type: "set"; shapes: readonly Shape[] } | { type: "undo" } | { type: "redo" };

export function historyAfter(history: History, action: HistoryAction): History {
  const { past, shapes, future } = history;
  if (action.type === "set") return { past: [...past, shapes], shapes: action.shapes, future: [] };
  if (action.type === "undo") {
    const before = past.at(-1);
    return before ? { past: past.slice(0, -1), shapes: before, future: [shapes, ...future] } : history;
  }
  const [after, ...rest] = future;
  return after ? { past: [...past, shapes], shapes: after, future: rest } : history;
}

/** A mark of a fifth of the picture, in its middle: for whoever places it with the keyboard. */
export function inTheMiddle(id: string, tool: Tool, { width, height }: Size): Shape {
  return { id, tool, x1: width * 0.4, y1: height * 0.4, x2: width * 0.6, y2: height * 0.6 };
}

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));

/** Moves a mark as a whole, or its end only; never out of the picture. */
export function moved(shape: Shape, dx: number, dy: number, size: Size, endOnly: boolean): Shape {
  if (endOnly) {
    return { ...shape, x2: within(shape.x2 + dx, size.width), y2: within(shape.y2 + dy, size.height) };
  }
  const sx = Math.max(-Math.min(shape.x1, shape.x2), Math.min(dx, size.width - Math.max(shape.x1, shape.x2)));
  const sy = Math.max(-Math.min(shape.y1, shape.y2), Math.min(dy, size.height - Math.max(shape.y1, shape.y2)));
  return { ...shape, x1: shape.x1 + sx, x2: shape.x2 + sx, y1: shape.y1 + sy, y2: shape.y2 + sy };
}

export function rectOf({ x1, y1, x2, y2 }: Shape, { width, height }: Size) {
  const x = Math.floor(within(Math.min(x1, x2), width));
  const y = Math.floor(within(Math.min(y1, y2), height));
  return {
    x,
    y,
    width: Math.max(1, Math.ceil(within(Math.max(x1, x2), width)) - x),
    height: Math.max(1, Math.ceil(within(Math.max(y1, y2), height)) - y),
  };
}

/** Too small to be meant: a tap. */
export const isTap = (s: Shape, size: Size) =>
  Math.hypot(s.x2 - s.x1, s.y2 - s.y1) < Math.max(size.width, size.height) * 0.012;

/** The edge of a square of the mosaic: large enough that no letter survives in it. */
const blockOf = ({ width, height }: Size) => Math.max(14, Math.round(Math.max(width, height) / 48));

const INK = "#e11d48";

export function draw(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  size: Size,
  shapes: readonly Shape[],
) {
  context.clearRect(0, 0, size.width, size.height);
  context.drawImage(picture, 0, 0, size.width, size.height);
  for (const shape of shapes) if (shape.tool === "blur") mosaic(context, picture, size, shape);
  const line = Math.max(4, Math.max(size.width, size.height) / 160);
  for (const shape of shapes) {
    if (shape.tool === "blur") continue;
    // Light below, so that the mark is seen on dark and on red alike.
    stroke(context, shape, size, line * 1.9, "#ffffff");
    stroke(context, shape, size, line, INK);
  }
}

/**
 * Each square becomes its one mean colour: what stood there is not in the saved picture any more.
 */
function mosaic(context: CanvasRenderingContext2D, picture: CanvasImageSource, size: Size, shape: Shape) {
  const { x, y, width, height } = rectOf(shape, size);
  const block = blockOf(size);
  const small = document.createElement("canvas");
  small.width = Math.max(1, Math.ceil(width / block));
  small.height = Math.max(1, Math.ceil(height / block));
  const pixels = small.getContext("2d");
  if (!pixels) return;
  pixels.imageSmoothingEnabled = true;
  pixels.imageSmoothingQuality = "high";
  pixels.drawImage(picture, x, y, width, height, 0, 0, small.width, small.height);
  context.save();
  context.imageSmoothingEnabled = false;
  context.drawImage(small, x, y, width, height);
  context.restore();
}

function stroke(context: CanvasRenderingContext2D, shape: Shape, size: Size, width: number, colour: string) {
  context.save();
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = width;
  context.lineJoin = "round";
  context.lineCap = "round";
  context.beginPath();
  if (shape.tool === "box") {
    const r = rectOf(shape, size);
    context.rect(r.x, r.y, r.width, r.height);
    context.stroke();
  } else {
    const { x1, y1, x2, y2 } = shape;
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const head = Math.max(14, Math.max(size.width, size.height) / 40);
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    for (const side of [-1, 1]) {
      context.moveTo(x2, y2);
      context.lineTo(x2 - head * Math.cos(angle + side * 0.5), y2 - head * Math.sin(angle + side * 0.5));
    }
    context.stroke();
  }
  context.restore();
}
