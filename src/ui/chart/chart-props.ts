export interface ChartPoint {
  /** A day or month. Other keys are the series. */
  at: string;
}

interface ChartSeries<P> {
  key: Exclude<keyof P, "at"> & string;
  label: string;
  /** A color name of `theme.css`. */
  colour: "accent" | "positive" | "danger" | "info" | "caution";
}

export interface ChartProps<P extends ChartPoint> {
  points: readonly P[];
  series: readonly ChartSeries<P>[];
  /** The unfinished point, drawn striped. */
  running?: string | undefined;
  /** Grouped columns instead of stacked ones. */
  grouped?: boolean;
  title: string;
  height: number;
  /** Formats a point's day or month. */
  at: (at: string) => string;
  shortAt?: (at: string) => string;
  value: (n: number) => string;
  /** Short form for the value axis. */
  shortValue?: (n: number) => string;
}
