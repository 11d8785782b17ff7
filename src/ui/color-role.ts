export type Tone = "neutral" | "accent" | "positive" | "caution" | "danger" | "info";

export type Tones<K extends string> = { readonly [P in K]: Tone };

export const softTone: { readonly [T in Tone]: string } = {
  neutral: "bg-sunken text-text",
  accent: "bg-accent-soft text-accent",
  positive: "bg-positive-soft text-positive",
  caution: "bg-caution-soft text-caution",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
};

export const textTone: { readonly [T in Tone]: string } = {
  neutral: "text-muted",
  accent: "text-accent",
  positive: "text-positive",
  caution: "text-caution",
  danger: "text-danger",
  info: "text-info",
};
