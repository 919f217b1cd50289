import { useApp } from "../app-context.tsx";
import { NowHeadline } from "./now-headline.tsx";
import { NowWhy } from "./now-why.tsx";

/** The largest text on the screen: what happened just now and why, or, in Why, its whole past as one sentence. */
export function NowBand() {
  const why = useApp((state) => state.view.why && state.run.cursor.seq >= 0);
  return why ? <NowWhy /> : <NowHeadline />;
}
