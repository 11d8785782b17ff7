// Forms: react-hook-form with valibot. Focuses the first invalid field and shows server errors at
// their fields. Unchanged fields follow the row, so other devices' edits are shown and not
// overwritten. With `draft`, changes are saved (`lib/drafts.ts`) and restored after a reload, until
// submitted. Never use drafts for passwords. Conflicting changes are shown at the field
// (`use-concurrent-changes.ts`).
import { valibotResolver } from "@hookform/resolvers/valibot";
import { useLingui } from "@lingui/react";
import { useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm as useHookForm,
} from "react-hook-form";
import type * as v from "valibot";
import { type Lifetime, readDraft, saveDraft } from "../../lib/drafts.ts";
import { useDraftPlace } from "../use-draft-place.ts";
import { followErrors } from "./follow-errors.ts";
import { type ConcurrentChange, isSame, useConcurrentChanges } from "./use-concurrent-changes.ts";

interface Draft<I> {
  key: string;
  /** Defaults to `device`. */
  lifetime?: Lifetime;
  except?: readonly (keyof I & string)[];
}

interface FieldFailure {
  type: string;
  issues?: readonly { path: string; message: string }[];
}
/** `cancelled`: the user cancelled, and the changes stay unsaved. */
export type FormOutcome = { ok: true } | { ok: false; error: FieldFailure } | "cancelled";

/** Shows a message at a field. */
export const invalid = (path: string, message: string) => ({
  ok: false as const,
  error: { type: "invalid", issues: [{ path, message }] },
});

export interface FormOptions<I extends FieldValues, O> {
  schema: v.GenericSchema<I, O>;
  /** Current values of the row. */
  defaults: I;
  draft?: Draft<I>;
  /** True if a row exists, which others may change. */
  existing?: boolean;
  /** `undefined` counts as success. */
  onSubmit: (values: O) => Promise<FormOutcome | undefined> | FormOutcome | undefined;
}

export interface Form<I extends FieldValues, O = I> extends UseFormReturn<I, unknown, O> {
  /** For `<Form form={form}>`. */
  send: (event?: React.BaseSyntheticEvent) => Promise<void>;
  failure: FieldFailure | null;
  /** True if a draft with other values was restored. */
  restored: boolean;
  /** Changed fields of a row, or of a restored draft. */
  unsaved: readonly (keyof I & string)[];
  /** Resets to the defaults and deletes the draft. */
  discard: () => void;
  /** Changes by others since the field was changed here; null for a new row. */
  concurrentChange: ((name: Path<I>) => ConcurrentChange | null) | null;
}

export function useForm<I extends FieldValues, O>(options: FormOptions<I, O>): Form<I, O> {
  const { schema, defaults, draft, existing = false, onSubmit } = options;
  const lifetime = draft?.lifetime;
  const devicePlace = useDraftPlace(lifetime === "tab" ? undefined : draft?.key);
  const place = devicePlace ?? draft?.key;
  const [found] = useState(() => (draft && place ? findDraft(draft, place, defaults) : null));
  const [failure, setFailure] = useState<FieldFailure | null>(null);
  const form = useHookForm<I, unknown, O>({
    resolver: valibotResolver(schema),
    defaultValues: { ...defaults, ...found?.edits } as DefaultValues<I>,
    // Errors appear on the first submit and then update while typing.
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: true,
    // Otherwise a rule over two fields would run only when all others are valid.
    criteriaMode: "all",
  });
  const except = draft?.except?.join(" ") ?? "";

  const latest = useRef(defaults);
  useEffect(() => {
    const before = latest.current;
    latest.current = defaults;
    for (const name of Object.keys(defaults) as Path<I>[]) {
      const untouched = isSame(form.getValues(name), before[name]);
      if (untouched && !isSame(defaults[name], before[name])) form.setValue(name, defaults[name]);
    }
  });

  // Error texts are in the language in which they were found.
  const { locale } = useLingui().i18n;
  const shownIn = useRef(locale);
  useEffect(() => {
    if (shownIn.current === locale) return;
    shownIn.current = locale;
    const found = Object.entries(form.formState.errors).filter(([, error]) => error?.type !== "server");
    if (found.length > 0) void form.trigger(found.map(([name]) => name as Path<I>));
  });

  // The row's value of each field when it was changed: a ref for synchronous access, a state for
  // rendering.
  const [over, showOver] = useState<Partial<I>>(found?.over ?? {});
  const latestOver = useRef(over);
  const noteOver = (next: Partial<I>) => {
    if (!isSame(next, latestOver.current)) showOver(next);
    latestOver.current = next;
  };
  const save = (values: object) => {
    const left = new Set(except.split(" "));
    const changed = Object.entries(values).filter(
      ([name, part]) => !left.has(name) && !isSame(part, latest.current[name]),
    );
    const known = latestOver.current;
    const bases = changed.map(([name]) => [name, name in known ? known[name] : latest.current[name]]);
    noteOver(Object.fromEntries(bases));
    const kept: SavedDraft = { edits: Object.fromEntries(changed), over: latestOver.current };
    if (place) saveDraft(place, changed.length > 0 ? structuredClone(kept) : null, lifetime);
  };
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
  useEffect(() => followErrors(form), [form]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => latestSave.current(values as object),
      }),
    [form],
  );
  const setOver = (next: Partial<I>) => {
    noteOver(next);
    save(form.getValues());
  };
  const { concurrentChange, forgetTyped } = useConcurrentChanges({ form, row: defaults, over, setOver });

  const forget = () => {
    if (place) saveDraft(place, null, lifetime);
    noteOver({});
    forgetTyped();
  };
  const sending = useRef(false);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    const outcome = await onSubmit(values);
    if (outcome === "cancelled") return;
    if (!outcome || outcome.ok) return forget();
    const { issues = [] } = outcome.error;
    const known = issues.filter((issue) => issue.path.split(".")[0] !== undefined && hasField(defaults, issue.path));
    known.forEach((issue, index) => {
      form.setError(issue.path as Path<I>, { type: "server", message: issue.message }, { shouldFocus: index === 0 });
    });
    if (known.length === 0) setFailure(outcome.error);
  });
  /** Ignores a second submit while sending. */
  const send: Form<I, O>["send"] = async (event) => {
    event?.preventDefault();
    if (sending.current) return;
    sending.current = true;
    await submit(event).finally(() => {
      // Wait until the dialog is unmounted.
      setTimeout(() => {
        sending.current = false;
      });
    });
  };
  const discard = () => {
    form.reset(defaults);
    forget();
  };
  const restored = Object.entries(found?.edits ?? {}).some(([name, part]) => !isSame(part, defaults[name]));
  // A new row is always unsaved: only a restored draft needs a mention.
  const unsaved =
    existing || restored
      ? Object.keys(over).filter((name) => !isSame(form.getValues(name as Path<I>), defaults[name]))
      : [];
  return { ...form, send, failure, restored, unsaved, discard, concurrentChange: existing ? concurrentChange : null };
}

const hasField = (defaults: object, path: string) => (path.split(".")[0] ?? "") in defaults;

interface SavedDraft {
  edits: object;
  over: object;
}
const isSaved = (value: unknown): value is SavedDraft => {
  const { edits, over } = Object(value) as Partial<Record<keyof SavedDraft, unknown>>;
  return typeof edits === "object" && edits !== null && typeof over === "object" && over !== null;
};

/**
 * Keeps only known fields with values of the expected type, since an older version may have written
 * the draft.
 */
function findDraft<I extends FieldValues>(
  { lifetime, except = [] }: Draft<I>,
  place: string,
  defaults: I,
): { edits: Partial<I>; over: Partial<I> } | null {
  const value = readDraft(place, lifetime);
  if (!isSaved(value)) return null;
  const fitting = (parts: object) =>
    Object.fromEntries(
      Object.entries(parts).filter(
        ([name, part]) => name in defaults && !except.includes(name) && sameKind(part, defaults[name]),
      ),
    ) as Partial<I>;
  return { edits: fitting(value.edits), over: fitting(value.over) };
}

const sameKind = (a: unknown, b: unknown) =>
  a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b));
