// A form of a row that others may change, too: what each field said when it was changed here is
// kept with the draft. Where the row says something else by now, the field says so and offers it;
// what was typed stays until the person decides.
import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** Do two values of a field say the same? */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What others have made of a field that was changed here. */
export interface Meanwhile {
  /** What the row says now. */
  theirs: unknown;
  /** It stands in the field already. */
  taken: boolean;
  /** Puts it into the field, or what was typed there back. */
  switchTo: () => void;
  /** What stands in the field stays, and no more is said of the other. */
  keep: () => void;
}

interface MeanwhileOptions<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  /** The row as it is now. */
  row: I;
  /** What the row said of each changed field when it was changed. */
  over: Partial<I>;
  setOver: (over: Partial<I>) => void;
}

export function useMeanwhile<I extends FieldValues, O>({ form, row, over, setOver }: MeanwhileOptions<I, O>) {
  /** What was typed into fields that have got the other value since. */
  const [typed, setTyped] = useState<Partial<I>>({});

  function meanwhile(name: Path<I>): Meanwhile | null {
    // The row is about to say what is sent, cut and completed.
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
  return { meanwhile, forgetTyped: () => setTyped({}) };
}
