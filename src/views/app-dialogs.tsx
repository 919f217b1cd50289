import { lazy, useEffect } from "react";
import type { Dialog } from "../store/app-state.ts";
import { useApp } from "./app-context.tsx";
import { Pane } from "./app-pane.tsx";
import { useMessages } from "./messages-context.tsx";
import { useIsPictured } from "./use-is-pictured.ts";

// None of these is needed for the first picture: each is fetched when it is first opened.
const CatalogDialog = lazy(async () => ({ default: (await import("./catalog/catalog-dialog.tsx")).CatalogDialog }));
const loadPalette = async () => ({ default: (await import("./palette/palette-dialog.tsx")).PaletteDialog });
const PaletteDialog = lazy(loadPalette);
const ShareDialog = lazy(async () => ({ default: (await import("./share/share-dialog.tsx")).ShareDialog }));
const OpenDialog = lazy(async () => ({ default: (await import("./share/open-dialog.tsx")).OpenDialog }));
const EditDialog = lazy(async () => ({ default: (await import("./share/edit-dialog.tsx")).EditDialog }));
const HelpDialog = lazy(async () => ({ default: (await import("./help/help-dialog.tsx")).HelpDialog }));
const ModelledDialog = lazy(async () => ({ default: (await import("./modelled/modelled-dialog.tsx")).ModelledDialog }));
const TranscriptDialog = lazy(async () => ({
  default: (await import("./app-transcript-dialog.tsx")).TranscriptDialog,
}));
const FaultMenu = lazy(async () => ({ default: (await import("./faults/fault-menu.tsx")).FaultMenu }));

/** What lies over the page: at most one dialog, and the menu of a thing. */
export function AppDialogs() {
  const { shell: text } = useMessages();
  const dialog = useApp((state) => state.view.dialog);
  const isPictured = useIsPictured();
  // People type on as soon as they have asked for the palette: it is fetched once the page has nothing else to do.
  useEffect(() => {
    if (!isPictured) return;
    const idle = setTimeout(() => void loadPalette(), 2_000);
    return () => clearTimeout(idle);
  }, [isPictured]);
  const hasMenu = useApp((state) => state.view.menu !== undefined);
  return (
    <>
      {dialog !== undefined && (
        <Pane key={dialog} name={text.commands}>
          <DialogContent dialog={dialog} />
        </Pane>
      )}
      {hasMenu && (
        <Pane name={text.keys.faults}>
          <FaultMenu />
        </Pane>
      )}
    </>
  );
}

function DialogContent({ dialog }: { readonly dialog: Dialog }) {
  switch (dialog) {
    case "catalog":
      return <CatalogDialog />;
    case "palette":
      return <PaletteDialog />;
    case "share":
      return <ShareDialog />;
    case "open":
      return <OpenDialog />;
    case "edit":
      return <EditDialog />;
    case "help":
      return <HelpDialog />;
    case "modelled":
      return <ModelledDialog />;
    case "transcript":
      return <TranscriptDialog />;
  }
}
