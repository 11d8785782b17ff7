import { Trans } from "@lingui/react/macro";
import type { FieldValues, Path } from "react-hook-form";
import { Button } from "../button.tsx";
import { type FieldNote, useFieldGroupProps, useFieldProps } from "../field.tsx";
import type { Form } from "./use-form.ts";
import type { Meanwhile } from "./use-meanwhile.ts";

/** What a field says of a value that others have put there meanwhile. */
export function meanwhileNote<I extends FieldValues, O>(
  { meanwhile, setFocus }: Pick<Form<I, O>, "meanwhile" | "setFocus">,
  name: Path<I>,
): FieldNote | null | undefined {
  if (!meanwhile) return undefined;
  const found = meanwhile(name);
  if (!found) return null;
  // The button that was pressed is gone.
  const andFocus = (decide: () => void) => () => {
    decide();
    setFocus(name);
  };
  return {
    text: <NoteText {...found} />,
    actions: <NoteActions {...found} andFocus={andFocus} />,
  };
}

function NoteText({ theirs, taken }: Meanwhile) {
  const { id } = useFieldProps();
  if (taken) return <Trans>This is what was written elsewhere. What you had typed can be put back.</Trans>;
  const words = wordsOf(id, theirs);
  if (words === null) return <Trans>This was changed elsewhere meanwhile.</Trans>;
  if (words.trim() === "") return <Trans>This was emptied elsewhere meanwhile.</Trans>;
  return (
    <>
      <Trans>This was changed elsewhere meanwhile. There it says:</Trans>
      <blockquote className="whitespace-pre-wrap break-words font-semibold">{words}</blockquote>
    </>
  );
}

/** The value as its control would show it; null: not in words. */
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
}: Meanwhile & { andFocus: (decide: () => void) => () => void }) {
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
