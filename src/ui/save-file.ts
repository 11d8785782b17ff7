/** Saves a generated file as a download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Not at once: some browsers start reading a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
