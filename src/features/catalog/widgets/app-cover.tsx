import { type ReactNode, useState } from "react";
import { Cover } from "#ui/cover.tsx";
import { cx } from "#ui/cx.ts";
import { type Faced, IconPicture, useAppIcon } from "./app-icon.tsx";

const looks = {
  card: {
    cover: "-mx-4 -mt-4 mb-5 h-24 rounded-t-[11px] md:-mx-5 md:-mt-5",
    place: "-bottom-5",
    icon: "ring-raised",
    size: "md",
  },
  "large card": {
    cover:
      "-mx-4 -mt-4 mb-8 h-32 rounded-t-[11px] md:-mx-5 md:-mt-5 lg:-my-5 lg:me-0 lg:h-auto lg:rounded-s-[11px] lg:rounded-e-none",
    place: "-bottom-8 lg:bottom-5",
    icon: "ring-raised",
    size: "lg",
  },
  page: { cover: "mb-8 h-28 rounded-lg md:h-40", place: "-bottom-8", icon: "ring-surface", size: "lg" },
} as const;

interface AppCoverProps {
  app: Faced;
  /**
   * The layout: card header, large card with the cover beside its text on a desktop, or page
   * header.
   */
  of: keyof typeof looks;
  children?: ReactNode;
}

/** Cover with the app icon overlapping its lower edge. */
export function AppCover({ app, of, children }: AppCoverProps) {
  const icon = useAppIcon(app);
  const look = looks[of];
  const [loaded, setLoaded] = useState<{ url: string | undefined; image: HTMLImageElement }>();
  return (
    <Cover
      id={app.id}
      colours={loaded?.url === icon ? loaded?.image : undefined}
      large={of !== "card"}
      className={look.cover}
    >
      <div className={cx("absolute start-4 md:start-5", look.place)}>
        <IconPicture
          id={app.id}
          url={icon}
          onLoad={(image) => setLoaded({ url: icon, image })}
          size={look.size}
          className={cx("ring-4", look.icon)}
        />
      </div>
      {children && <div className="absolute end-3 top-3">{children}</div>}
    </Cover>
  );
}
