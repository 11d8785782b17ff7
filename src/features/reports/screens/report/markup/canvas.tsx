// Draws the marks on the picture. Dragging adds a mark, arrow keys move the selected one.
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { draw, isTap, moved, type Point, penLine, type Shape, shade, type Tool, textAt, withMark } from "./shapes.ts";

function markOf(tool: Tool, path: readonly Point[]): Shape | null {
  const [start, end] = [path[0], path.at(-1)];
  if (!start || !end) return null;
  if (tool === "pen") return penLine("", path);
  return { id: "", tool, x1: start.x, y1: start.y, x2: end.x, y2: end.y };
}

interface CanvasProps {
  picture: ImageBitmap;
  shapes: readonly Shape[];
  tool: Tool;
  /** Id of the mark that the arrow keys move. */
  chosen: string | null;
  onAdd: (shape: Shape) => void;
  onChange: (shape: Shape) => void;
  onRemove: (id: string) => void;
}

export function MarkupCanvas({ picture, shapes, tool, chosen, onAdd, onChange, onRemove }: CanvasProps) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [path, setPath] = useState<readonly Point[]>([]);
  const drawn = path.length > 0 ? markOf(tool, path) : null;

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const mark = path.length > 0 ? markOf(tool, path) : null;
    const all = mark ? withMark(shapes, mark) : shapes;
    draw(context, picture, picture, all);
    shade(context, all, picture);
    // Outlines the text box while it is dragged.
    if (mark?.tool === "text") context.strokeRect(mark.x1, mark.y1, mark.x2 - mark.x1, mark.y2 - mark.y1);
  }, [picture, shapes, tool, path]);

  const at = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: Math.min(picture.width, Math.max(0, ((event.clientX - box.left) / box.width) * picture.width)),
      y: Math.min(picture.height, Math.max(0, ((event.clientY - box.top) / box.height) * picture.height)),
    };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setPath([at(event)]);
  };
  const onPointerMove = (event: PointerEvent) => {
    const point = at(event);
    setPath((before) => (before.length === 0 ? before : [...before, point]));
  };
  const onPointerUp = () => {
    const [start] = path;
    if (start && drawn) {
      const shape = { ...drawn, id: crypto.randomUUID() };
      if (!isTap(shape, picture)) onAdd(shape);
      else if (tool === "text") onAdd(textAt(shape.id, start, picture));
    }
    setPath([]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const shape = shapes.find((s) => s.id === chosen);
    if (!shape) return;
    const step = Math.max(picture.width, picture.height) / 100;
    const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ] ?? [0, 0];
    if (event.key === "Delete" || event.key === "Backspace") onRemove(shape.id);
    else if (dx !== 0 || dy !== 0) onChange(moved(shape, dx ?? 0, dy ?? 0, picture, event.shiftKey));
    else return;
    event.preventDefault();
  };

  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: marks are moved with the arrow keys
      tabIndex={0}
      role="application"
      aria-label={t`Picture. The arrow keys move the selected mark, with Shift its end; Delete removes it.`}
      onKeyDown={onKeyDown}
      className="mx-auto w-fit max-w-full rounded-md"
    >
      <canvas
        ref={canvas}
        width={picture.width}
        height={picture.height}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setPath([])}
        className="block max-h-[52dvh] max-w-full cursor-crosshair touch-none rounded-md"
      />
    </div>
  );
}
