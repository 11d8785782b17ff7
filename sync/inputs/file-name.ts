// Normalizes the names of chosen files. File systems allow names that a row cannot have: line
// breaks, direction marks that disguise an extension, backslashes, decomposed letters (macOS).
import { trimmed, withoutBreaks } from "./single-line.ts";

/** In code points, as SQL counts. */
const longest = 255;
const length = (text: string): number => [...text].length;

/** Returns a name that SQL accepts (private.is_line, private.is_file_path). Keeps the extension. */
export function fileNameOf(chosen: string): string {
  const name = trimmed(withoutBreaks(chosen.normalize("NFC")).replace(/[/\\]/g, "_"));
  if (/^\.{0,2}$/.test(name)) return "file";
  if (length(name) <= longest) return name;
  const ending = /\.[^.]{1,15}$/u.exec(name)?.[0] ?? "";
  return trimmed([...name].slice(0, longest - length(ending)).join("")) + ending;
}
