// Shapes of a picture's annotations and how they are drawn. Coordinates are pixels of the picture,
// independent of the display size.

export const tools = ["arrow", "box", "pen", "text", "blur", "crop"] as const;
export type Tool = (typeof tools)[number];
export interface Point {
  x: number;
  y: number;
}
export interface Shape {
  id: string;
  tool: Tool;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** Pen: its line in fractions of the box, so that it moves and scales with the box. */
  line?: readonly Point[];
  /** Text: wraps within the box. */
  text?: string;
}
export interface Size {
  width: number;
  height: number;
}

export interface History {
  past: readonly (readonly Shape[])[];
  shapes: readonly Shape[];
  future: readonly (readonly Shape[])[];
  /** Identifies the last change, for grouping in `undo`. */
  step?: string | undefined;
}
export const emptyHistory: History = { past: [], shapes: [], future: [] };

/** Consecutive changes with the same `step` are undone together, for example a typed word. */
export type HistoryAction =
  | { type: "set"; shapes: readonly Shape[]; step?: string }
  | { type: "undo" }
  | { type: "redo" };

export function historyAfter(history: History, action: HistoryAction): History {
  const { past, shapes, future } = history;
  if (action.type === "set") {
    const goesOn = action.step !== undefined && action.step === history.step;
    return { past: goesOn ? past : [...past, shapes], shapes: action.shapes, future: [], step: action.step };
  }
  if (action.type === "undo") {
    const before = past.at(-1);
    return before ? { past: past.slice(0, -1), shapes: before, future: [shapes, ...future] } : history;
  }
  const [after, ...rest] = future;
  return after ? { past: [...past, shapes], shapes: after, future: rest } : history;
}

/** Adds the mark on top. A new crop replaces the old one. */
export const withMark = (shapes: readonly Shape[], shape: Shape): readonly Shape[] => [
  ...(shape.tool === "crop" ? shapes.filter(({ tool }) => tool !== "crop") : shapes),
  shape,
];

export const shows = ({ tool, text }: Shape) => tool !== "text" || (text ?? "").trim() !== "";

/** The pen mark of keyboard users: a ring. */
const ring = Array.from({ length: 49 }, (_, i): Point => {
  const turn = (i / 48) * 2 * Math.PI;
  return { x: 0.5 + Math.cos(turn) / 2, y: 0.5 + Math.sin(turn) / 2 };
});

/** A centered mark, a fifth of the picture wide, for keyboard users. */
export function inTheMiddle(id: string, tool: Tool, { width, height }: Size): Shape {
  const shape = { id, tool, x1: width * 0.4, y1: height * 0.4, x2: width * 0.6, y2: height * 0.6 };
  return tool === "pen" ? { ...shape, line: ring } : shape;
}

export function penLine(id: string, points: readonly Point[]): Shape {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x1, y1, x2, y2] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const line = points.map(({ x, y }) => ({ x: (x - x1) / (x2 - x1 || 1), y: (y - y1) / (y2 - y1 || 1) }));
  return { id, tool: "pen", x1, y1, x2, y2, line };
}

/** A text mark at a tapped point: half the picture wide, or less near the right edge. */
export function textAt(id: string, { x, y }: Point, { width, height }: Size): Shape {
  const x1 = Math.min(x, width * 0.7);
  return { id, tool: "text", x1, y1: y, x2: Math.min(width, x1 + width / 2), y2: Math.min(height, y + height / 10) };
}

/** The cropped area, or the whole picture. */
export function kept(shapes: readonly Shape[], size: Size) {
  const crop = shapes.find(({ tool }) => tool === "crop");
  return crop ? rectOf(crop, size) : { x: 0, y: 0, width: size.width, height: size.height };
}

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));

/** Moves a mark, or only its end point, within the picture. */
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

/** True when the mark is so small that the user meant to tap. */
export const isTap = (s: Shape, size: Size) =>
  Math.hypot(s.x2 - s.x1, s.y2 - s.y1) < Math.max(size.width, size.height) * 0.012;

/** Edge length of a mosaic block: large enough to make letters unreadable. */
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
    if (shape.tool === "blur" || shape.tool === "crop") continue;
    // A light outline keeps the mark visible on dark and red areas.
    const mark = shape.tool === "text" ? write : stroke;
    mark(context, shape, size, line * 1.9, "#ffffff");
    mark(context, shape, size, line, INK);
  }
}

export function shade(context: CanvasRenderingContext2D, shapes: readonly Shape[], size: Size) {
  const { x, y, width, height } = kept(shapes, size);
  context.save();
  context.beginPath();
  context.rect(0, 0, size.width, size.height);
  context.rect(x, y, width, height);
  context.fillStyle = "rgb(0 0 0 / 0.6)";
  context.fill("evenodd");
  context.restore();
}

/** Wraps text at the width of the box; a word wider than the box gets one line. */
function write(context: CanvasRenderingContext2D, shape: Shape, size: Size, width: number, colour: string) {
  const { x, y, width: room } = rectOf(shape, size);
  const height = Math.max(16, Math.max(size.width, size.height) / 32);
  context.save();
  context.font = `600 ${height}px system-ui, sans-serif`;
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  const fits = (words: string) => context.measureText(words).width <= room;
  for (const [i, line] of linesOf(shape.text ?? "", fits).entries()) {
    const top = y + i * height * 1.25;
    if (colour === INK) context.fillText(line, x, top);
    else context.strokeText(line, x, top);
  }
  context.restore();
}

export function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line === "" || fits(longer)) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    lines.push(line);
  }
  return lines;
}

/**
 * Fills each block with its mean color, so that the original pixels are not in the saved picture.
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
  } else if (shape.tool === "pen") {
    const [w, h] = [shape.x2 - shape.x1, shape.y2 - shape.y1];
    for (const { x, y } of shape.line ?? []) context.lineTo(shape.x1 + x * w, shape.y1 + y * h);
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
