// What a form says of a field that others have changed since it was changed here.
import { renderToStaticMarkup } from "react-dom/server";
import type { UseFormReturn } from "react-hook-form";
import { expect, test } from "vitest";
import { type Meanwhile, useMeanwhile } from "../../../src/ui/form/use-meanwhile.ts";

interface Values {
  bio: string;
  areas: string[];
}
interface Told {
  found: Meanwhile | null;
  put: unknown[];
  kept: Partial<Values>[];
}

type Options = Parameters<typeof useMeanwhile<Values, Values>>[0];
interface ReaderProps extends Options {
  name: keyof Values;
  onRead: (found: Meanwhile | null) => void;
}

function Reader({ name, onRead, ...options }: ReaderProps) {
  onRead(useMeanwhile(options).meanwhile(name));
  return null;
}

/** @param here what stands in the form @param over what the row said when it was changed */
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

test("O2 a field that both sides have changed says what the other one is, and offers it", () => {
  const { found, put } = told("bio", mine, { ...mine, bio: "Theirs" }, { bio: "Before" });
  expect(found).toMatchObject({ theirs: "Theirs", taken: false });
  found?.switchTo();
  expect(put).toEqual(["Theirs"]);
});

test("O2 a text that was emptied elsewhere is a change, too, and so is a list", () => {
  expect(told("bio", mine, { ...mine, bio: "" }, { bio: "Before" }).found?.theirs).toBe("");
  expect(told("areas", mine, { ...mine, areas: ["c"] }, { areas: ["a"] }).found?.theirs).toEqual(["c"]);
});

test("O2 what is kept is compared from now on with what the row says now", () => {
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
])("O2 a field says nothing where %s", (_name, row, over, sending) => {
  expect(told("bio", mine, { ...mine, ...row }, over, sending).found).toBeNull();
});
