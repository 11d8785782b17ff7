const TEXT_FIELD =
  "textarea,[contenteditable],input:not([type=checkbox],[type=radio],[type=button],[type=submit],[type=file],[type=range])";

/**
 * The files to take from a paste. Spreadsheets and word processors add a picture of copied text: in
 * a text field the text wins. File managers add file names as text.
 */
export function pastedFiles({ target, clipboardData }: Pick<ClipboardEvent, "target" | "clipboardData">): File[] {
  const files = [...(clipboardData?.files ?? [])];
  const lines = (clipboardData?.getData("text/plain") ?? "").split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const onlyNames = lines.every((line) => files.some(({ name }) => line === name || line.endsWith(`/${name}`)));
  const inTextField = target instanceof Element && target.closest(TEXT_FIELD) !== null;
  return inTextField && !onlyNames ? [] : files;
}
