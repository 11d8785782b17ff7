import { softTone, type Tone } from "./color-role.ts";
import { cx } from "./cx.ts";
import { Picture } from "./picture.tsx";

const tones: readonly Tone[] = ["accent", "positive", "caution", "info", "danger"];
const sizes = {
  xs: "size-5 text-[0.625rem]",
  sm: "size-8 text-xs",
  md: "size-10 text-sm",
  lg: "size-16 text-xl",
} as const;

const shapes = { round: "rounded-full", square: "rounded-md" } as const;

const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? "?"}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`.toUpperCase();
};
const toneOf = (name: string): Tone =>
  tones[[...name].reduce((sum, c) => sum + (c.codePointAt(0) ?? 0), 0) % tones.length] ?? "accent";

interface AvatarProps {
  name: string;
  src?: string | undefined;
  size?: keyof typeof sizes;
  shape?: keyof typeof shapes;
}

/** Decorative, because the name is next to it. Shows initials without an image. */
export function Avatar({ name, src, size = "md", shape = "round" }: AvatarProps) {
  const box = cx(
    "grid shrink-0 select-none place-items-center overflow-hidden font-semibold",
    shapes[shape],
    sizes[size],
  );
  const initials = (
    <span aria-hidden className={cx(box, softTone[toneOf(name)])}>
      {initialsOf(name)}
    </span>
  );
  return <Picture src={src} alt="" instead={initials} className={cx(box, "object-cover")} />;
}
