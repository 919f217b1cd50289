import { useActions } from "../app-context.tsx";

/** Opens a recorded run on the timeline, and closes what lies over it. */
export function useOpenRecorded(): (name: string) => void {
  const { open, setView } = useActions();
  return (name) => {
    setView({ dialog: undefined });
    open({ scenario: { type: "recorded", name }, inputs: [] });
  };
}
