// Buttons and menu entries that open a dialog announce it with `opensDialog` (src/ui/button.tsx,
// src/ui/menu.tsx). Checked in the sources.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../../src");

/**
 * Finds state setters that open a dialog in the same file: `open={asking}`, `{asking &&
 * <NameDialog`.
 */
const setters = (text: string) =>
  [...text.matchAll(/const \[(\w+), (set\w+)\] = useState\(false\)/g)]
    .filter(([, state]) => new RegExp(`open=\\{${state}\\}|\\{${state} && \\(?\\s*<\\w*Dialog`).test(text))
    .map(([, , setter]) => `\\(\\) => ${setter}\\(true\\)`);

/** Returns lines that open a dialog without `opensDialog`. */
function silent(text: string): number[] {
  // `ask` comes from `useConfirm`, `useAskedAction` and the campaign actions.
  const opens = ["(?:\\w+\\.)?ask\\b(?!\\()", '\\(\\) => actions\\.ask\\("\\w+"\\)', ...setters(text)].join("|");
  const said = 'opensDialog\\s+|opensDialog: true,\\s+|aria-haspopup="dialog"\\s+';
  return [...text.matchAll(new RegExp(`(?<!${said})(?:onClick=\\{|onSelect: )(?:${opens})`, "g"))].map(
    ({ index }) => text.slice(0, index).split("\n").length,
  );
}

test("each button that opens a dialog announces it", () => {
  const dialog = "const [asking, setAsking] = useState(false);\n<ConfirmDialog open={asking} />\n";
  expect(silent(`${dialog}<Button onClick={() => setAsking(true)}>`)).toEqual([3]);
  expect(silent(`${dialog}<Button opensDialog onClick={() => setAsking(true)}>`)).toEqual([]);
  expect(silent("{ key, onSelect: deletion.ask }\n{ opensDialog: true, onSelect: deletion.ask }")).toEqual([1]);
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    silent(readFileSync(resolve(src, file), "utf8")).map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});
