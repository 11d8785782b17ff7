// The brand's illustration, generated as SVG, so that it is small and follows the theme.
import { cx } from "#ui/cx.ts";

interface Bird {
  x: number;
  y: number;
  size: number;
  tilt: number;
}

/** A slightly irregular V formation. Constants keep it stable between renders. */
function formation(): Bird[] {
  const birds: Bird[] = [{ x: 560, y: 92, size: 1.5, tilt: -8 }];
  for (let i = 1; i <= 9; i++) {
    const sway = Math.sin(i * 1.7) * 9;
    birds.push({ x: 560 - i * 52 + sway, y: 92 + i * 25 + sway * 0.8, size: 1.42 - i * 0.085, tilt: -8 + sway * 0.6 });
    if (i <= 6)
      birds.push({ x: 560 - i * 40 - sway, y: 92 - i * 11 + sway * 0.5, size: 1.3 - i * 0.1, tilt: -12 + sway });
  }
  return birds;
}
const birds = formation();

export function Flock({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 640 360" aria-hidden="true" className={cx("pointer-events-none", className)}>
      {birds.map(({ x, y, size, tilt }, index) => (
        <path
          key={`${x} ${y}`}
          d="M-10.5 1C-7.3-4.4-2.8-5 0 0c2.8-5 7.3-4.4 10.5 1C6.8-1.6 3.2-1 0 4.6-3.2-1-6.8-1.6-10.5 1Z"
          transform={`translate(${x} ${y}) rotate(${tilt}) scale(${size * 1.7})`}
          fill="currentColor"
          opacity={index === 0 ? 1 : Math.max(0.28, size - 0.5)}
        />
      ))}
    </svg>
  );
}
