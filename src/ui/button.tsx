import { createLink } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "soft" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const variants: { readonly [V in ButtonVariant]: string } = {
  primary: "bg-accent text-on-accent shadow-sm hover:brightness-110 active:brightness-95",
  /** The primary action of repeated cards, less prominent than the page's. */
  soft: "bg-accent-soft text-accent hover:brightness-95 active:brightness-90",
  secondary: "border border-line-strong bg-raised text-text shadow-sm hover:bg-sunken",
  ghost: "text-text hover:bg-sunken",
  danger: "bg-danger text-on-danger shadow-sm hover:brightness-110 active:brightness-95",
};
const sizes: { readonly [S in ButtonSize]: string } = {
  sm: "tap px-3 text-sm md:pointer-fine:min-h-8",
  md: "tap px-4 text-sm",
  lg: "min-h-12 px-6 text-base",
};

export const buttonClass = (variant: ButtonVariant, size: ButtonSize, wide: boolean | undefined) =>
  cx(
    "inline-flex select-none items-center justify-center gap-2 rounded-md py-1.5 text-center font-semibold no-underline",
    "transition-[background-color,filter,border-color] duration-150",
    "disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55",
    // A background is invisible in forced colors.
    variant !== "secondary" && "forced-colors:border",
    variants[variant],
    sizes[size],
    wide && "w-full",
  );

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  icon?: LucideIcon;
}

interface OpensDialog {
  /** Announces that it opens a dialog. */
  opensDialog?: boolean | undefined;
}

const popup = (opensDialog: boolean | undefined) => (opensDialog ? { "aria-haspopup": "dialog" as const } : {});

interface ButtonProps extends ComponentProps<"button">, Look, OpensDialog {
  pending?: boolean;
}

export function Button(props: ButtonProps) {
  const {
    variant = "secondary",
    size = "md",
    wide,
    icon: Icon,
    pending,
    opensDialog,
    className,
    children,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...popup(opensDialog)}
      {...rest}
      aria-disabled={pending ? true : rest["aria-disabled"]}
      onClick={pending ? (event) => event.preventDefault() : rest.onClick}
      className={cx(buttonClass(variant, size, wide), className)}
    >
      {pending ? <Spinner /> : Icon && <Icon aria-hidden className="size-5 shrink-0" />}
      {children}
    </button>
  );
}

interface AnchorProps extends ComponentProps<"a">, Look {}

/** A link outside the router (downloads, other sites) that looks like a button. */
export function AnchorButton(props: AnchorProps) {
  const { variant = "secondary", size = "md", wide, icon: Icon, className, children, ...rest } = props;
  return (
    <a {...rest} className={cx(buttonClass(variant, size, wide), className)}>
      {Icon && <Icon aria-hidden className="size-5 shrink-0" />}
      {children}
    </a>
  );
}

/** `<LinkButton to="/tester/tests" variant="primary">`, typed like the router's Link. */
export const LinkButton = createLink(AnchorButton);

const textClass =
  "rounded-sm font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent";

const Anchor = ({ className, ...rest }: ComponentProps<"a">) => <a {...rest} className={cx(textClass, className)} />;
export const TextLink = createLink(Anchor);

export const TextButton = ({ className, opensDialog, ...rest }: ComponentProps<"button"> & OpensDialog) => (
  <button
    type="button"
    {...popup(opensDialog)}
    {...rest}
    className={cx("wrap-anywhere text-start", textClass, className)}
  />
);

interface IconButtonProps extends Omit<ComponentProps<"button">, "children">, OpensDialog {
  icon: LucideIcon;
  label: string;
  variant?: "ghost" | "secondary";
  /** A small circle for the corner of an image, with a larger touch target. */
  round?: boolean;
}

export function IconButton({
  icon: Icon,
  label,
  variant = "ghost",
  round,
  opensDialog,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...popup(opensDialog)}
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        "inline-grid place-items-center text-muted hover:bg-sunken hover:text-text",
        round ? "relative size-7 rounded-full after:absolute after:-inset-[9px]" : "tap aspect-square rounded-md",
        "disabled:pointer-events-none disabled:opacity-55",
        variant === "secondary" ? "border border-line-strong bg-raised" : "forced-colors:border",
        className,
      )}
    >
      <Icon aria-hidden className={round ? "size-4" : "size-5"} />
    </button>
  );
}
