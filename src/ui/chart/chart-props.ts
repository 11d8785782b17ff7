export interface ChartPoint {
  /** A day or month. Each other key is the name of a series. */
  at: string;
}

interface ChartSeries<P> {
  key: Exclude<keyof P, "at"> & string;
  label: string;
  /** A colour of theme.css. */
  colour: "accent" | "positive" | "danger" | "info" | "caution";
}

export interface ChartProps<P extends ChartPoint> {
  points: readonly P[];
  series: readonly ChartSeries<P>[];
  /** The point that has not ended: striped, since its columns still grow. */
  running?: string | undefined;
  /** Side by side; else one on top of the other. */
  grouped?: boolean;
  title: string;
  /** px */
  height: number;
  /** A point's day or month in words. */
  at: (at: string) => string;
  /** For the axis. */
  shortAt?: (at: string) => string;
  value: (n: number) => string;
  /** For the axis of values: shorter. */
  shortValue?: (n: number) => string;
}
