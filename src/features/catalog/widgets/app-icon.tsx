import { useState } from "react";
import { usePicture } from "#state/use-public-image.ts";
import { CoverIcon } from "#ui/cover.tsx";
import { cx } from "#ui/cx.ts";
import { Picture } from "#ui/picture.tsx";

const sizes = {
  xs: "size-8 rounded-md",
  sm: "size-11 rounded-lg",
  md: "size-14 rounded-xl",
  lg: "size-20 rounded-[20px]",
} as const;

/** An app or a test, as far as icon and cover need it. */
export interface Faced {
  /** The app's id, or the test's if it has no app. */
  id: string;
  icon_path: string;
}

/** A test uses the icon and cover of its app. */
export const faceOf = (test: { id: string; app_id: string | null }, icon_path = ""): Faced => ({
  id: test.app_id ?? test.id,
  icon_path,
});

interface AppIconProps {
  app: Faced;
  size?: keyof typeof sizes;
  className?: string;
}

export const useAppIcon = ({ icon_path }: Faced) => usePicture("app-content", icon_path);

export function AppIcon({ app, ...rest }: AppIconProps) {
  return <IconPicture id={app.id} url={useAppIcon(app)} {...rest} />;
}

interface IconPictureProps extends Omit<AppIconProps, "app"> {
  id: string;
  /** From `useAppIcon`. */
  url: string | undefined;
  onLoad?: (image: HTMLImageElement) => void;
}

/** Decorative, because the title is next to it. Shows the generated icon while loading. */
export function IconPicture({ id, url, size = "md", className, onLoad }: IconPictureProps) {
  const [shown, setShown] = useState<string>();
  const there = url !== undefined && shown === url;
  return (
    <span className={cx("relative block shrink-0 overflow-hidden", sizes[size], className)}>
      {!there && <CoverIcon id={id} />}
      <Picture
        src={url}
        alt=""
        instead={null}
        onLoad={({ currentTarget }) => {
          setShown(url);
          onLoad?.(currentTarget);
        }}
        loading="lazy"
        className={cx("absolute inset-0 size-full object-cover", there && "bg-sunken")}
      />
    </span>
  );
}
