import { useEffect } from "react";
import { useAppStore } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { openFile } from "./open-text.ts";

/** Opens a file that is dropped anywhere on the page. */
export function useDropFiles(): void {
  const store = useAppStore();
  const { tooLarge } = useMessages().shell;
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      void openFile(store, file, tooLarge);
    };
    window.addEventListener("dragover", onDragOver);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onDragOver);
      window.removeEventListener("drop", onDrop);
    };
  }, [store, tooLarge]);
}
