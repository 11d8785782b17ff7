// Forms: react-hook-form checked by valibot. The first wrong field gets the focus, and a failure
// that names fields is shown at them. A field that nobody has changed follows the row: what another
// device wrote is shown, and not overwritten by what this form was opened with. The one draft
// mechanism for forms: with `draft`, what is changed is saved (lib/drafts.ts) and filled in again
// after a reload, until it is sent. Never passwords. A field that both sides have changed says so
// (use-meanwhile.ts).
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
import { isSame, type Meanwhile, useMeanwhile } from "./use-meanwhile.ts";

interface Draft<I> {
  key: string;
  /** Default: `device`. */
  lifetime?: Lifetime;
  /** Fields that are never written down. */
  except?: readonly (keyof I & string)[];
}

interface FieldFailure {
  type: string;
  issues?: readonly { path: string; message: string }[];
}
type Outcome = { ok: true } | { ok: false; error: FieldFailure };

export interface FormOptions<I extends FieldValues, O> {
  schema: v.GenericSchema<I, O>;
  /** Of an existing row: its values as they are now. */
  defaults: I;
  draft?: Draft<I>;
  /** There is a row already, which others may change while this form or its draft is open. */
  existing?: boolean;
  /** Returns what became of it; `undefined` counts as done. */
  onSubmit: (values: O) => Promise<Outcome | undefined> | Outcome | undefined;
}

export interface Form<I extends FieldValues, O = I> extends UseFormReturn<I, unknown, O> {
  /** For `<Form form={form}>`. */
  send: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** A failure of the last sending that belongs to no field, for the screen to put into words. */
  failure: FieldFailure | null;
  /** Filled in from a draft that differs from the defaults. */
  restored: boolean;
  /** Back to the defaults; the draft is deleted. */
  discard: () => void;
  /**
   * What others have made of a field since it was changed here. Null: the row is only made here.
   */
  meanwhile: ((name: Path<I>) => Meanwhile | null) | null;
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
    // Errors come with the first sending and then follow the typing: not while somebody is still
    // writing.
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: true,
    // With the first error only, a rule over two fields would not run until all others are right.
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

  // An error is text of the language in which it was found.
  const { locale } = useLingui().i18n;
  const shownIn = useRef(locale);
  useEffect(() => {
    if (shownIn.current === locale) return;
    shownIn.current = locale;
    const found = Object.entries(form.formState.errors).filter(([, error]) => error?.type !== "server");
    if (found.length > 0) void form.trigger(found.map(([name]) => name as Path<I>));
  });

  // What the row said of each changed field when it was changed: a ref for what is typed between
  // two renderings, a state for what the fields say.
  const [over, showOver] = useState<Partial<I>>(found?.over ?? {});
  const latestOver = useRef(over);
  const noteOver = (next: Partial<I>) => {
    if (!isSame(next, latestOver.current)) showOver(next);
    latestOver.current = next;
  };
  const save = (values: object) => {
    if (!place) return;
    const left = new Set(except.split(" "));
    const changed = Object.entries(values).filter(
      ([name, part]) => !left.has(name) && !isSame(part, latest.current[name]),
    );
    const known = latestOver.current;
    const bases = changed.map(([name]) => [name, name in known ? known[name] : latest.current[name]]);
    noteOver(Object.fromEntries(bases));
    const kept: SavedDraft = { edits: Object.fromEntries(changed), over: latestOver.current };
    saveDraft(place, changed.length > 0 ? structuredClone(kept) : null, lifetime);
  };
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
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
  const { meanwhile, forgetTyped } = useMeanwhile({ form, row: defaults, over, setOver });

  const forget = () => {
    if (place) saveDraft(place, null, lifetime);
    noteOver({});
    forgetTyped();
  };
  const sending = useRef(false);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    const outcome = await onSubmit(values);
    if (!outcome || outcome.ok) return forget();
    const { issues = [] } = outcome.error;
    const known = issues.filter((issue) => issue.path.split(".")[0] !== undefined && hasField(defaults, issue.path));
    known.forEach((issue, index) => {
      form.setError(issue.path as Path<I>, { type: "server", message: issue.message }, { shouldFocus: index === 0 });
    });
    if (known.length === 0) setFailure(outcome.error);
  });
  /** Pressed twice, or Enter and a press: it is sent once. */
  const send: Form<I, O>["send"] = async (event) => {
    event?.preventDefault();
    if (sending.current) return;
    sending.current = true;
    await submit(event).finally(() => {
      // Not before its dialog is gone.
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
  return { ...form, send, failure, restored, discard, meanwhile: existing ? meanwhile : null };
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
 * Only fields that the form has, and only of the kind that it expects: an older version may have
 * written it.
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
