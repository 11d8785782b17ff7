// Form errors when code, not typing, fills in a field.
import { valibotResolver } from "@hookform/resolvers/valibot";
import { createFormControl } from "react-hook-form";
import * as v from "valibot";
import { expect, test } from "vitest";
import { followErrors } from "../../../src/ui/form/follow-errors.ts";

const schema = v.pipe(
  v.object({
    title: v.pipe(v.string(), v.minLength(5, "short")),
    steps: v.pipe(v.array(v.string()), v.minLength(1, "none")),
    from: v.number(),
    to: v.number(),
  }),
  v.forward(
    v.partialCheck([["from"], ["to"]], ({ from, to }) => to >= from, "order"),
    ["to"],
  ),
);
type Values = v.InferInput<typeof schema>;

function open(values: Values) {
  const { formControl: form } = createFormControl<Values>({
    resolver: valibotResolver(schema),
    defaultValues: values,
    mode: "onSubmit",
    criteriaMode: "all",
  });
  const shown: { errors?: object } = {};
  form.subscribe({ formState: { errors: true }, callback: ({ errors = {} }) => Object.assign(shown, { errors }) });
  followErrors(form);
  return { form, errors: () => Object.keys(shown.errors ?? {}).sort() };
}

test("S16 V4 an error disappears when a template fills the field, even before the first submit", async () => {
  const { form, errors } = open({ title: "", steps: [], from: 1, to: 1 });
  await form.trigger(["title", "steps"]);
  expect(errors()).toEqual(["steps", "title"]);
  form.setValue("title", "Find the bugs", { shouldDirty: true });
  await expect.poll(errors).toEqual(["steps"]);
  form.setValue("steps", ["Open it"]);
  await expect.poll(errors).toEqual([]);
});

test("S16 V4 an error about two fields disappears when the other one is filled in", async () => {
  const { form, errors } = open({ title: "Title", steps: ["a"], from: 5, to: 1 });
  await form.trigger();
  expect(errors()).toEqual(["to"]);
  form.setValue("from", 1);
  await expect.poll(errors).toEqual([]);
});

test("S16 V4 filling in one field keeps the error of another one", async () => {
  const { form, errors } = open({ title: "", steps: [], from: 1, to: 1 });
  await form.trigger();
  form.setValue("title", "Find");
  form.setValue("steps", ["Open it"]);
  await expect.poll(errors).toEqual(["title"]);
});

test("V4 a server error on a field stays until that field changes", async () => {
  const { form, errors } = open({ title: "Taken title", steps: ["a"], from: 1, to: 1 });
  form.setError("title", { type: "server", message: "taken" });
  form.setValue("to", 3);
  form.setError("steps", { type: "custom", message: "shown" });
  form.setValue("to", 4);
  await expect.poll(errors).toEqual(["title"]);
  form.setValue("title", "Other title");
  await expect.poll(errors).toEqual([]);
});
