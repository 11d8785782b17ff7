// Generated covers for items without a picture. Decorative, because the name is next to them.
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import { type ArtShape, COVER_BOX, type CoverArt, coverArt, ICON_BOX } from "./cover-art.ts";
import { cx } from "./cx.ts";

/** Dark pages dim the same colors. */
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
  id: string;
  /** A loaded picture whose colors the cover uses. */
  colours?: HTMLImageElement | undefined;
  /** Spans the page, so the gradient is longer. */
  large?: boolean;
  className?: string;
  children?: ReactNode;
}

/** The blurred picture reduced to this number of pixels. */
const DOTS = { width: 6, height: 2 };
/** Canvas size: browsers interpolate when scaling, which is smooth and cheaper than a filter. */
const SMOOTH = { width: DOTS.width * 8, height: DOTS.height * 8 };

interface ColoursProps {
  of: HTMLImageElement;
  large: boolean | undefined;
}

/**
 * Larger than the cover to hide the blurred edge. Uses the colors above an icon's center, which
 * shows the logo. Fades in to avoid flicker.
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

/** A square icon in the cover's colors; fills its container. */
export function CoverIcon({ id }: Pick<CoverProps, "id">) {
  const { hues, icon } = useMemo(() => coverArt(id), [id]);
  return (
    <span aria-hidden className="absolute inset-0" style={gradient(hues)}>
      <Shapes shapes={icon} width={ICON_BOX} height={ICON_BOX} />
    </span>
  );
}
