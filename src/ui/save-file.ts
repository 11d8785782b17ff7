export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Later, because some browsers start reading after a moment.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
