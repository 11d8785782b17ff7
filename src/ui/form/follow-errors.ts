// Revalidates fields with errors on every change. React-hook-form does so only for typing after the
// first submit, not for errors of a step's Next or values set by a template, a picker or another
// field.
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

type Followed<I extends FieldValues> = Pick<UseFormReturn<I>, "subscribe" | "trigger">;

/** @returns stops it */
export function followErrors<I extends FieldValues>(form: Followed<I>): () => void {
  /** The values that produced the errors. */
  let checked: string | null = null;
  return form.subscribe({
    formState: { values: true, errors: true },
    callback: ({ values, errors = {} }) => {
      const wrong = Object.entries(errors);
      const before = checked;
      checked = wrong.length > 0 ? JSON.stringify(values) : null;
      if (before === null || checked === null || before === checked) return;
      const old = JSON.parse(before) as Partial<I>;
      // Skip server errors, which the schema would remove.
      const again = wrong.filter(
        ([name, error]) => error?.type !== "server" || JSON.stringify(old[name]) !== JSON.stringify(values[name]),
      );
      if (again.length > 0) void form.trigger(again.map(([name]) => name as Path<I>));
    },
  });
}
