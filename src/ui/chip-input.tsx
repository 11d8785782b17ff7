// Edits a list of short texts as chips. Enter, a comma or the button adds one; Backspace in the
// empty field removes the last.
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { type Ref, useId, useImperativeHandle, useRef, useState } from "react";
import { firstCharacters, oneLine } from "../../sync/inputs/single-line.ts";
import { Button } from "./button.tsx";
import { useFieldProps } from "./field.tsx";

interface ChipInputProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  placeholder?: string;
  suggestions?: readonly string[];
  maxLength?: number;
  max?: number;
  disabled?: boolean;
  /** Takes the focus when its dialog opens. */
  opensHere?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Commas of several scripts, and line breaks. */
const separators = /[,，、،\r\n]+/;

export function ChipInput(props: ChipInputProps) {
  const {
    value,
    onChange,
    onBlur,
    placeholder,
    suggestions,
    maxLength = 60,
    max = 50,
    disabled,
    opensHere = false,
    ref,
  } = props;
  const { t } = useLingui();
  const [text, setText] = useState("");
  const listId = useId();
  const field = useFieldProps();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const full = value.length >= max;

  const add = (raw: string) => {
    const fresh = raw
      .split(separators)
      .map((part) => firstCharacters(oneLine(part), maxLength))
      .filter((part) => part !== "" && !value.some((v) => v.toLowerCase() === part.toLowerCase()));
    if (fresh.length > 0) onChange([...value, ...new Set(fresh)].slice(0, max));
    setText("");
  };

  return (
    <div className="flex min-h-11 flex-wrap items-center gap-1.5 rounded-md border border-line-strong bg-raised p-1.5 focus-within:border-accent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent has-aria-invalid:border-danger">
      {value.map((chip) => (
        <span key={chip} className="inline-flex max-w-full items-center rounded-sm bg-sunken ps-2.5 text-sm">
          <span className="truncate">{chip}</span>
          <button
            type="button"
            disabled={disabled}
            aria-label={t`Remove ${chip}`}
            onClick={() => onChange(value.filter((v) => v !== chip))}
            className="grid size-8 shrink-0 place-items-center rounded-sm text-muted hover:text-text"
          >
            <X aria-hidden className="size-4" />
          </button>
        </span>
      ))}
      <input
        {...field}
        ref={input}
        dir="auto"
        data-autofocus={opensHere || undefined}
        list={suggestions ? listId : undefined}
        value={text}
        disabled={disabled || full}
        placeholder={value.length === 0 ? placeholder : undefined}
        enterKeyHint="done"
        onChange={({ target, nativeEvent }) => {
          const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
          if (separators.test(target.value.slice(-1)) && !composing) add(target.value);
          else setText(target.value);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text/plain");
          // The input would join pasted lines.
          if (!/[\r\n]/.test(pasted.trim())) return;
          event.preventDefault();
          add(`${text}${pasted}`);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && text.trim() !== "") {
            event.preventDefault();
            add(text);
          } else if (event.key === "Backspace" && text === "" && value.length > 0) onChange(value.slice(0, -1));
        }}
        onBlur={() => {
          add(text);
          onBlur?.();
        }}
        className="min-h-8 min-w-32 flex-1 bg-transparent px-1.5 focus-visible:outline-none"
      />
      <Button
        size="sm"
        variant="ghost"
        icon={Plus}
        disabled={disabled || full}
        // Keeps the focus in the field and a phone's keyboard open.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          add(text);
          input.current?.focus();
        }}
      >
        <Trans>Add</Trans>
      </Button>
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((s) => (
            <option key={s} value={s} />
          ))}
        </datalist>
      )}
    </div>
  );
}
