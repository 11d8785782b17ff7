import { Trans } from "@lingui/react/macro";
import type { FieldValues, Path } from "react-hook-form";
import { Button } from "../button.tsx";
import { type FieldNote, useFieldGroupProps, useFieldProps } from "../field.tsx";
import type { ConcurrentChange } from "./use-concurrent-changes.ts";
import type { Form } from "./use-form.ts";

/** A note about a field that was changed elsewhere in the meantime. */
export function concurrentChangeNote<I extends FieldValues, O>(
  { concurrentChange, setFocus }: Pick<Form<I, O>, "concurrentChange" | "setFocus">,
  name: Path<I>,
): FieldNote | null | undefined {
  if (!concurrentChange) return undefined;
  const found = concurrentChange(name);
  if (!found) return null;
  // The pressed button is unmounted: focus the field.
  const andFocus = (decide: () => void) => () => {
    decide();
    setFocus(name);
  };
  return {
    text: <NoteText {...found} />,
    actions: <NoteActions {...found} andFocus={andFocus} />,
  };
}

function NoteText({ theirs, taken }: ConcurrentChange) {
  const { id } = useFieldProps();
  if (taken) return <Trans>This is what was written elsewhere. What you had typed can be put back.</Trans>;
  const words = wordsOf(id, theirs);
  if (words === null) return <Trans>This was changed elsewhere in the meantime.</Trans>;
  if (words.trim() === "") return <Trans>This was cleared elsewhere in the meantime.</Trans>;
  return (
    <>
      <Trans>This was changed elsewhere in the meantime. The new value:</Trans>
      <blockquote className="whitespace-pre-wrap break-words font-semibold">{words}</blockquote>
    </>
  );
}

/** The value as the control shows it; null if it has no text. */
function wordsOf(id: string | undefined, value: unknown): string | null {
  const control = id ? document.getElementById(id) : null;
  if (typeof value !== "string") return null;
  if (control instanceof HTMLSelectElement)
    return [...control.options].find((option) => option.value === value)?.text ?? null;
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? value : null;
}

function NoteActions({
  taken,
  switchTo,
  keep,
  andFocus,
}: ConcurrentChange & { andFocus: (decide: () => void) => () => void }) {
  const { "aria-labelledby": labelId } = useFieldGroupProps();
  return (
    <>
      <Button size="sm" aria-describedby={labelId} onClick={taken ? andFocus(switchTo) : switchTo}>
        {taken ? <Trans>Put mine back</Trans> : <Trans>Use the other version</Trans>}
      </Button>
      <Button size="sm" variant="ghost" aria-describedby={labelId} onClick={andFocus(keep)}>
        {taken ? <Trans>Keep this version</Trans> : <Trans>Keep mine</Trans>}
      </Button>
    </>
  );
}
