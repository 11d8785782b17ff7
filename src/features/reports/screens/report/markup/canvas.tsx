// The picture under the pen: draws the marks, makes new ones by drag, moves the chosen one by arrow
// keys.
import { useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { draw, isTap, moved, type Shape, type Tool } from "./shapes.ts";

interface CanvasProps {
  picture: ImageBitmap;
  shapes: readonly Shape[];
  tool: Tool;
  /** The mark that the keys move. */
  chosen: string | null;
  onAdd: (shape: Shape) => void;
  onChange: (shape: Shape) => void;
  onRemove: (id: string) => void;
}

export function MarkupCanvas({ picture, shapes, tool, chosen, onAdd, onChange, onRemove }: CanvasProps) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<Shape | null>(null);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context) draw(context, picture, picture, drawn ? [...shapes, drawn] : shapes);
  }, [picture, shapes, drawn]);

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
    const { x, y } = at(event);
    setDrawn({ id: crypto.randomUUID(), tool, x1: x, y1: y, x2: x, y2: y });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drawn) return;
    const { x, y } = at(event);
    setDrawn({ ...drawn, x2: x, y2: y });
  };
  const onPointerUp = () => {
    if (drawn && !isTap(drawn, picture)) onAdd(drawn);
    setDrawn(null);
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
        onPointerCancel={() => setDrawn(null)}
        className="block max-h-[52dvh] max-w-full cursor-crosshair touch-none rounded-md"
      />
    </div>
  );
}
