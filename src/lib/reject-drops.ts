// Prevents the browser from opening a file that is dropped outside a drop area, which would leave
// the page.

const carriesFiles = (event: DragEvent): boolean =>
  !event.defaultPrevented &&
  (event.dataTransfer?.types.includes("Files") ?? false) &&
  !(event.target instanceof HTMLInputElement && event.target.type === "file");

export function rejectOtherDrops(): void {
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  });
  addEventListener("drop", (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
}
