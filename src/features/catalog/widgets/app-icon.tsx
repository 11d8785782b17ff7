import { AppWindow } from "lucide-react";
import { usePicture } from "../../../state/use-public-image.ts";
import { cx } from "../../../ui/cx.ts";
import { Picture } from "../../../ui/picture.tsx";

interface AppIconProps {
  path: string;
  size?: "md" | "lg";
}

/** Decoration: the title stands beside it. */
export function AppIcon({ path, size = "md" }: AppIconProps) {
  const url = usePicture("app-content", path);
  const box = cx("shrink-0 overflow-hidden rounded-lg", size === "lg" ? "size-20" : "size-14");
  const instead = (
    <span aria-hidden className={cx(box, "grid place-items-center bg-sunken text-muted")}>
      <AppWindow className={size === "lg" ? "size-9" : "size-6"} />
    </span>
  );
  return <Picture src={url} alt="" instead={instead} className={cx(box, "bg-sunken object-cover")} />;
}
