// Notices in a form about fields that changed elsewhere since the user changed them here.
import { renderToStaticMarkup } from "react-dom/server";
import type { UseFormReturn } from "react-hook-form";
import { expect, test } from "vitest";
import { type ConcurrentChange, useConcurrentChanges } from "../../../src/ui/form/use-concurrent-changes.ts";

interface Values {
  bio: string;
  areas: string[];
}
interface Told {
  found: ConcurrentChange | null;
  put: unknown[];
  kept: Partial<Values>[];
}

type Options = Parameters<typeof useConcurrentChanges<Values, Values>>[0];
interface ReaderProps extends Options {
  name: keyof Values;
  onRead: (found: ConcurrentChange | null) => void;
}

function Reader({ name, onRead, ...options }: ReaderProps) {
  onRead(useConcurrentChanges(options).concurrentChange(name));
  return null;
}

/**
 * @param here the form's value
 * @param over the row's value at the time of the user's change
 */
function told(name: keyof Values, here: Values, row: Values, over: Partial<Values>, isSubmitting = false): Told {
  const all: Told = { found: null, put: [], kept: [] };
  const form = {
    formState: { isSubmitting, isSubmitted: false },
    getValues: (of: keyof Values) => here[of],
    setValue: (_: keyof Values, value: unknown) => void all.put.push(value),
  } as unknown as UseFormReturn<Values, unknown, Values>;
  renderToStaticMarkup(
    <Reader
      {...{ name, form, row, over }}
      setOver={(next) => void all.kept.push(next)}
      onRead={(found) => {
        all.found = found;
      }}
    />,
  );
  return all;
}

const mine = { bio: "Mine", areas: ["a", "b"] };

test("O2 a field that changed on both sides shows the other value and offers it", () => {
  const { found, put } = told("bio", mine, { ...mine, bio: "Theirs" }, { bio: "Before" });
  expect(found).toMatchObject({ theirs: "Theirs", taken: false });
  found?.switchTo();
  expect(put).toEqual(["Theirs"]);
});

test("O2 a text that was emptied elsewhere counts as a change, and so does a list", () => {
  expect(told("bio", mine, { ...mine, bio: "" }, { bio: "Before" }).found?.theirs).toBe("");
  expect(told("areas", mine, { ...mine, areas: ["c"] }, { areas: ["a"] }).found?.theirs).toEqual(["c"]);
});

test("O2 after keeping a value, later comparisons use the row's current value", () => {
  const { found, kept, put } = told("bio", mine, { ...mine, bio: "Theirs" }, { bio: "Before", areas: [] });
  found?.keep();
  expect(kept).toEqual([{ bio: "Theirs", areas: [] }]);
  expect(put).toEqual([]);
  expect(told("bio", mine, { ...mine, bio: "Theirs" }, { bio: "Theirs" }).found).toBeNull();
});

test.each([
  ["only this side has changed it", { bio: "Before" }, { bio: "Before" }, false],
  ["only the other side has changed it", { bio: "Theirs" }, {}, false],
  ["both have written the same", { bio: "Mine" }, { bio: "Before" }, false],
  ["it is being sent", { bio: "Mine, cut" }, { bio: "Before" }, true],
])("O2 a field shows no notice if %s", (_name, row, over, sending) => {
  expect(told("bio", mine, { ...mine, ...row }, over, sending).found).toBeNull();
});
