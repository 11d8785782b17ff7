// Accepts dropped files. Browsers list a dropped folder as an unreadable file.
import { useLingui } from "@lingui/react/macro";
import { type DragEvent, useState } from "react";
import { showToast } from "./toast.tsx";

/** Reads the dropped files during the event, because the list is empty later. */
function filesIn(data: DataTransfer): { files: File[]; folders: number } {
  const entries = [...data.items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry());
  const files = [...data.files].filter((_, i) => !entries[i]?.isDirectory);
  return { files, folders: data.files.length - files.length };
}

/** @returns whether files are held over the area, and its handlers */
export function useFileDrop(onFiles: (files: readonly File[]) => void, disabled = false) {
  const { t } = useLingui();
  const [over, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => !disabled && event.dataTransfer.types.includes("Files");
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const { files, folders } = filesIn(event.dataTransfer);
      if (folders > 0)
        showToast({
          tone: "danger",
          title: t`Folders can't be dropped`,
          description: t`Open the folder and drop the files in it.`,
        });
      if (files.length > 0) onFiles(files);
    },
  };
  return { over, handlers };
}
