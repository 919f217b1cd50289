import { useMessages } from "./messages-context.tsx";
import { CompareView } from "./timeline/compare-view.tsx";
import { DialogFrame } from "./widgets/dialog-frame.tsx";

/** Two branches of this run beside each other. */
export function CompareDialog() {
  const { shell: text } = useMessages();
  return (
    <DialogFrame title={text.compare} size="page">
      <CompareView />
    </DialogFrame>
  );
}
