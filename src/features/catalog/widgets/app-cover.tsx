import { type ReactNode, useState } from "react";
import { Cover } from "../../../ui/cover.tsx";
import { cx } from "../../../ui/cx.ts";
import { type Faced, IconPicture, useAppIcon } from "./app-icon.tsx";

interface AppCoverProps {
  app: Faced;
  /** At the head of a card, to its edges; or the head of a page. */
  of: "card" | "page";
  /** At its upper end: a badge. */
  children?: ReactNode;
}

/** The head of a card or page: the app's cover, its icon over the lower edge. */
export function AppCover({ app, of, children }: AppCoverProps) {
  const icon = useAppIcon(app);
  const [loaded, setLoaded] = useState<{ url: string | undefined; image: HTMLImageElement }>();
  return (
    <Cover
      id={app.id}
      colours={loaded?.url === icon ? loaded?.image : undefined}
      large={of === "page"}
      className={
        of === "card" ? "-mx-4 -mt-4 mb-5 h-24 rounded-t-[11px] md:-mx-5 md:-mt-5" : "mb-8 h-28 rounded-lg md:h-40"
      }
    >
      <div className={cx("absolute start-4 md:start-5", of === "card" ? "-bottom-5" : "-bottom-8")}>
        <IconPicture
          id={app.id}
          url={icon}
          onLoad={(image) => setLoaded({ url: icon, image })}
          size={of === "card" ? "md" : "lg"}
          className={of === "card" ? "ring-4 ring-raised" : "ring-4 ring-surface"}
        />
      </div>
      {children && <div className="absolute end-3 top-3">{children}</div>}
    </Cover>
  );
}
