// Detects concurrent changes of a row's form. The draft stores each field's value at the time of
// the change. If the row differs now, the field offers that value; typed text stays until the user
// decides.
import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export interface ConcurrentChange {
  theirs: unknown;
  /** True if the field shows it already. */
  taken: boolean;
  /** Switches between that value and the typed one. */
  switchTo: () => void;
  /** Keeps the field's value and hides the note. */
  keep: () => void;
}

interface MeanwhileOptions<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  row: I;
  /** The row's value of each changed field at the time of the change. */
  over: Partial<I>;
  setOver: (over: Partial<I>) => void;
}

export function useConcurrentChanges<I extends FieldValues, O>({ form, row, over, setOver }: MeanwhileOptions<I, O>) {
  /** Typed values of fields that were switched to the other value. */
  const [typed, setTyped] = useState<Partial<I>>({});

  function concurrentChange(name: Path<I>): ConcurrentChange | null {
    // Submitting normalizes the values, which would look like a change.
    if (form.formState.isSubmitting) return null;
    const here = form.getValues(name);
    const theirs = row[name];
    const put = (value: typeof here) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    const same = isSame(here, theirs);
    if (same && name in typed) {
      const forget = () => setTyped(({ [name]: _, ...rest }) => rest as Partial<I>);
      const switchTo = () => {
        forget();
        put(typed[name] as typeof here);
      };
      return { theirs, taken: true, switchTo, keep: forget };
    }
    if (same || !(name in over) || isSame(over[name], theirs)) return null;
    const switchTo = () => {
      setTyped((before) => ({ ...before, [name]: here }));
      put(theirs);
    };
    return { theirs, taken: false, switchTo, keep: () => setOver({ ...over, [name]: theirs }) };
  }
  return { concurrentChange, forgetTyped: () => setTyped({}) };
}
