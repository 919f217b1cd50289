import { useMessages } from "./messages-context.tsx";
import { Transcript } from "./timeline/transcript.tsx";
import { DialogFrame } from "./widgets/dialog-frame.tsx";

/** The whole run as sentences. */
export function TranscriptDialog() {
  const { shell: text } = useMessages();
  return (
    <DialogFrame title={text.panes.transcript} size="page">
      <Transcript />
    </DialogFrame>
  );
}
