// A picture that may not be to be had: without a network, not uploaded yet, of a kind that this
// browser cannot draw. Then something stands in its place instead of the browser's broken frame,
// and it is tried again. No other component draws an <img> from elsewhere
// (tests/unit/src/pictures.test.ts).
import { ImageOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";

/** Whoever is told of a new picture may be faster than its bytes. */
const AGAIN_MS = 3000;
const TRIES = 5;

interface PictureProps extends Omit<ComponentProps<"img">, "src" | "alt" | "onError"> {
  /** Undefined or empty: there is none. */
  src: string | undefined;
  alt: string;
  /** What stands in its place. */
  instead: ReactNode;
}

export function Picture({ src = "", alt, instead, ...rest }: PictureProps) {
  const [seen, setSeen] = useState({ src, failures: 0, trying: true });
  const { failures, trying } = seen.src === src ? seen : { failures: 0, trying: true };
  useEffect(() => {
    if (trying) return;
    const again = () => setSeen({ src, failures, trying: true });
    const timer = failures < TRIES && navigator.onLine ? setTimeout(again, AGAIN_MS) : undefined;
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [src, failures, trying]);
  if (src === "") return instead;
  const onError = () => setSeen({ src, failures: failures + 1, trying: false });
  if (failures === 0) return <img {...rest} src={src} alt={alt} onError={onError} />;
  return (
    <>
      {instead}
      {/* Out of sight until it is here: nothing blinks while it is tried. */}
      {trying && <img hidden src={src} alt="" onError={onError} onLoad={() => setSeen({ src, failures: 0, trying })} />}
    </>
  );
}

/** In the place of a picture that says something: its name is still told. */
export const NoPicture = ({ label }: { label: string }) => (
  <span role="img" aria-label={label} title={label} className="grid place-items-center p-2 text-muted">
    <ImageOff aria-hidden className="size-6" />
  </span>
);
