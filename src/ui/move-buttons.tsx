import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { IconButton } from "./button.tsx";

interface MoveButtonsProps {
  up: string;
  down: string;
  isFirst: boolean;
  isLast: boolean;
  /** @param by -1 or 1 */
  onMove: (by: number) => void;
  className?: string;
}

/** Moves an item of a list up or down. Keeps the focus, also at an end of the list. */
export function MoveButtons({ up, down, isFirst, isLast, onMove, className = "flex" }: MoveButtonsProps) {
  const box = useRef<HTMLSpanElement>(null);
  const used = useRef(false);
  useEffect(() => {
    if (!used.current) return;
    used.current = false;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.matches(":disabled"))
      box.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  });
  const move = (by: number) => {
    used.current = true;
    onMove(by);
  };
  return (
    <span ref={box} className={className}>
      <IconButton icon={ArrowUp} label={up} disabled={isFirst} onClick={() => move(-1)} />
      <IconButton icon={ArrowDown} label={down} disabled={isLast} onClick={() => move(1)} />
    </span>
  );
}
