import { createLink } from "@tanstack/react-router";
import { atom, useSetAtom } from "jotai";
import { ArrowLeft } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { cx } from "./cx.ts";
import { useTitle } from "./use-title.ts";

interface PageHeaderProps {
  title: string;
  badge?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  back?: ReactNode;
  /** A small picture before the title. */
  icon?: ReactNode;
  /** Above the title, as wide as the page. */
  cover?: ReactNode;
  menu?: ReactNode;
}

/** A one-line header for pages that need the space. */
export function CompactHeader({ title, badge, actions, back, menu }: Omit<PageHeaderProps, "cover" | "icon">) {
  useTitle(title);
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 md:min-h-9 md:gap-x-3 md:gap-y-2">
      {back}
      <div className="flex min-w-0 items-center gap-2 max-md:flex-[1_1_10rem] md:gap-3">
        <h1
          title={title}
          className="min-w-0 max-md:line-clamp-2 max-md:text-base max-md:leading-5 md:truncate md:text-xl"
        >
          {title}
        </h1>
        {badge}
      </div>
      {/* Below the title on a phone, because it would be truncated beside them. */}
      {actions && (
        <div className="flex items-center gap-2 max-md:order-last max-md:w-full max-md:*:grow md:ms-auto">
          {actions}
        </div>
      )}
      {menu && <div className={cx("max-md:ms-auto", !actions && "ms-auto")}>{menu}</div>}
    </header>
  );
}

/** The page's h1, also used as document title. */
export function PageHeader({ title, badge, description, actions, back, icon, cover, menu }: PageHeaderProps) {
  useTitle(title);
  return (
    <header className="flex flex-col gap-2">
      {menu ? (
        <div className="flex items-center justify-between">
          {back}
          {menu}
        </div>
      ) : (
        back
      )}
      {cover}
      <div
        className={cx("flex flex-wrap justify-between gap-x-6 gap-y-3", description ? "items-start" : "items-center")}
      >
        <div className="flex min-w-0 items-center gap-4">
          {icon}
          <div className="flex min-w-0 flex-col gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="page-title">{title}</h1>
              {badge}
            </div>
            {description && <div className="max-w-3xl text-pretty text-muted">{description}</div>}
          </div>
        </div>
        {/* On a phone, three buttons fill separate lines. */}
        {actions && (
          <div className="flex flex-wrap items-start gap-2 max-sm:has-[>:nth-child(3)]:w-full max-sm:*:grow">
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}

/** A page under its header. */
export const Page = ({ children, ...header }: PageHeaderProps & { children: ReactNode }) => (
  <div className="flex flex-col gap-6">
    <PageHeader {...header} />
    {children}
  </div>
);

/** Target of the page's back link, for the navigation; null without one. */
export const backAtom = atom<string | null>(null);

function BackAnchor({ className, children, ...rest }: ComponentProps<"a">) {
  const setBack = useSetAtom(backAtom);
  const path = rest.href?.split("?")[0] ?? null;
  useEffect(() => {
    setBack(path);
    return () => setBack(null);
  }, [setBack, path]);
  return (
    <a
      {...rest}
      data-print="hide"
      className={cx(
        "-ms-1 inline-flex min-h-11 min-w-8 w-fit items-center gap-1.5 rounded-md px-1 text-muted text-sm hover:text-text md:min-h-8",
        className,
      )}
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </a>
  );
}
export const BackLink = createLink(BackAnchor);
