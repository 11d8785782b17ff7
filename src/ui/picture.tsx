// An image that may be missing: offline, not uploaded yet, or undecodable. Shows a placeholder
// instead of the browser's broken image, and retries. No other component renders an <img> from
// elsewhere (tests/unit/src/pictures.test.ts).
import { ImageOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";

/** A change can arrive before its image's bytes. */
const AGAIN_MS = 3000;
const TRIES = 5;

interface PictureProps extends Omit<ComponentProps<"img">, "src" | "alt" | "onError"> {
  /** Undefined or empty: there is none. */
  src: string | undefined;
  alt: string;
  /** The placeholder. */
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
      {/* Hidden while retrying, so that nothing flickers. */}
      {trying && <img hidden src={src} alt="" onError={onError} onLoad={() => setSeen({ src, failures: 0, trying })} />}
    </>
  );
}

/** A meaningful image: its placeholder keeps the name. */
export const NamedPicture = ({ name, ...rest }: Omit<PictureProps, "alt" | "instead"> & { name: string }) => (
  <Picture {...rest} alt={name} instead={<NoPicture label={name} />} />
);

const NoPicture = ({ label }: { label: string }) => (
  <span role="img" aria-label={label} title={label} className="grid place-items-center p-2 text-muted">
    <ImageOff aria-hidden className="size-6" />
  </span>
);
