// What is drawn where there is no picture. Decoration: whatever it belongs to is named beside it.
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { type ArtShape, COVER_BOX, type CoverArt, coverArt, ICON_BOX } from "./cover-art.ts";
import { cx } from "./cx.ts";

/** Dark pages get the same colours, dimmed. */
const gradient = ([from, to]: CoverArt["hues"]): CSSProperties => ({
  backgroundImage: `linear-gradient(120deg, light-dark(oklch(0.72 0.14 ${from}), oklch(0.5 0.12 ${from})), light-dark(oklch(0.58 0.17 ${to}), oklch(0.36 0.12 ${to})))`,
});

const dimmed: CSSProperties = { backgroundColor: "light-dark(transparent, rgb(0 0 0 / 0.4))" };

interface ShapesProps {
  shapes: readonly ArtShape[];
  width: number;
  height: number;
}

const Shapes = ({ shapes, width, height }: ShapesProps) => (
  <svg
    aria-hidden
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio="xMaxYMid slice"
    className="absolute inset-0 size-full fill-white"
  >
    {shapes.map(({ d, opacity }) => (
      <path key={d} d={d} opacity={opacity} />
    ))}
  </svg>
);

interface CoverProps {
  /** Whose it is. */
  id: string;
  /** A loaded picture whose colours the cover takes; undefined: there is none. */
  colours?: HTMLImageElement | undefined;
  /** As wide as a page: its colours flow over a longer way. */
  large?: boolean;
  className?: string;
  /** On it. */
  children?: ReactNode;
}

/** What is left of a picture so far out of focus. */
const DOTS = { width: 6, height: 2 };
/** On the canvas: the browser draws between them, which is smooth, and cheaper than a filter. */
const SMOOTH = { width: DOTS.width * 8, height: DOTS.height * 8 };

interface ColoursProps {
  of: HTMLImageElement;
  large: boolean | undefined;
}

/**
 * Larger than the cover by what the blur fades. Icons have their sign in the middle, and their
 * colours above it. Fades in: a cover that changes its colour at once flickers.
 */
function Colours({ of, large }: ColoursProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const { width, height } = DOTS;
    const { naturalWidth } = of;
    const { current } = canvas;
    const context = current?.getContext("2d");
    if (!current || !context) return;
    context.imageSmoothingQuality = "high";
    context.drawImage(of, 0, 0, naturalWidth, (naturalWidth * height) / width, 0, 0, width, height);
    context.drawImage(current, 0, 0, width, height, 0, 0, SMOOTH.width, SMOOTH.height);
  }, [of]);
  return (
    <div
      className={cx("absolute transition-opacity duration-300 starting:opacity-0", large ? "-inset-32" : "-inset-12")}
    >
      <canvas ref={canvas} {...SMOOTH} className="absolute inset-0 size-full" />
      <div className="absolute inset-0" style={dimmed} />
    </div>
  );
}

/** A wide picture; its parent says how high it is. */
export function Cover({ id, colours, large, className, children }: CoverProps) {
  const { hues, cover } = useMemo(() => coverArt(id), [id]);
  return (
    <div aria-hidden={children ? undefined : true} className={cx("relative", className)}>
      <div aria-hidden className="absolute inset-0 overflow-hidden rounded-[inherit]" style={gradient(hues)}>
        {colours && <Colours key={colours.src} of={colours} large={large} />}
        <Shapes shapes={cover} {...COVER_BOX} />
      </div>
      {children}
    </div>
  );
}

/** A square mark in the colours of the cover; fills what it stands in. */
export function CoverIcon({ id }: Pick<CoverProps, "id">) {
  const { hues, icon } = useMemo(() => coverArt(id), [id]);
  return (
    <span aria-hidden className="absolute inset-0" style={gradient(hues)}>
      <Shapes shapes={icon} width={ICON_BOX} height={ICON_BOX} />
    </span>
  );
}
