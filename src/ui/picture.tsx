// An image that may be missing: offline, not uploaded or undecodable. Shows a placeholder and
// retries. No other component renders an external <img> (`tests/unit/src/pictures.test.ts`).
import { ImageOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";

/** A row can arrive before its image's bytes. */
const AGAIN_MS = 3000;
const TRIES = 5;

interface PictureProps extends Omit<ComponentProps<"img">, "src" | "alt" | "onError"> {
  /** Undefined or empty without an image. */
  src: string | undefined;
  alt: string;
  instead: ReactNode;
  onMissing?: () => void;
}

export function Picture({ src = "", alt, instead, onMissing, ...rest }: PictureProps) {
  const [seen, setSeen] = useState({ src, failures: 0, trying: true });
  const { failures, trying } = seen.src === src ? seen : { failures: 0, trying: true };
  useEffect(() => {
    if (failures === 0) return;
    const rests = !trying && failures < TRIES && navigator.onLine;
    const timer = rests ? setTimeout(() => setSeen({ src, failures, trying: true }), AGAIN_MS) : undefined;
    // Count one failure: the current attempt may be the last and still fail.
    const online = () => setSeen({ src, failures: 1, trying: true });
    window.addEventListener("online", online);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", online);
    };
  }, [src, failures, trying]);
  if (src === "") return instead;
  const onError = () => {
    setSeen({ src, failures: failures + 1, trying: false });
    onMissing?.();
  };
  if (failures === 0) return <img {...rest} src={src} alt={alt} onError={onError} />;
  return (
    <>
      {instead}
      {/* Hidden while retrying, to avoid flicker. */}
      {trying && <img hidden src={src} alt="" onError={onError} onLoad={() => setSeen({ src, failures: 0, trying })} />}
    </>
  );
}

/** An image with a text alternative, which the placeholder keeps. */
export const NamedPicture = ({ name, ...rest }: Omit<PictureProps, "alt" | "instead"> & { name: string }) => (
  <Picture {...rest} alt={name} instead={<NoPicture label={name} />} />
);

const NoPicture = ({ label }: { label: string }) => (
  <span role="img" aria-label={label} title={label} className="grid place-items-center p-2 text-muted">
    <ImageOff aria-hidden className="size-6" />
  </span>
);
