import { useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cx } from "./cx.ts";
import { TextInput } from "./inputs.tsx";

/** A password field with a "show" button, since typing blindly on a phone causes errors. */
export function PasswordInput({ className, ...rest }: ComponentProps<"input">) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className={cx("relative block", className)}>
      <TextInput
        {...rest}
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        className="pe-12"
      />
      <button
        type="button"
        aria-label={shown ? t`Hide password` : t`Show password`}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-muted hover:text-text"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </span>
  );
}
