// A button or menu entry that opens a dialog says so to screen readers: `opensDialog` of
// src/ui/button.tsx and src/ui/menu.tsx, right before what opens it. Read from the sources.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../../src");

/** The states of a file that open a dialog of it: `open={asking}`, `{asking && <NameDialog`. */
const setters = (text: string) =>
  [...text.matchAll(/const \[(\w+), (set\w+)\] = useState\(false\)/g)]
    .filter(([, state]) => new RegExp(`open=\\{${state}\\}|\\{${state} && \\(?\\s*<\\w*Dialog`).test(text))
    .map(([, , setter]) => `\\(\\) => ${setter}\\(true\\)`);

/** The lines that open a dialog and do not say so. */
function silent(text: string): number[] {
  // What `useConfirm`, `useAskedAction` and the actions on a campaign call `ask`.
  const opens = ["(?:\\w+\\.)?ask\\b(?!\\()", '\\(\\) => actions\\.ask\\("\\w+"\\)', ...setters(text)].join("|");
  const said = 'opensDialog\\s+|opensDialog: true,\\s+|aria-haspopup="dialog"\\s+';
  return [...text.matchAll(new RegExp(`(?<!${said})(?:onClick=\\{|onSelect: )(?:${opens})`, "g"))].map(
    ({ index }) => text.slice(0, index).split("\n").length,
  );
}

test("each button that opens a dialog says so", () => {
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
