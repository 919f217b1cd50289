import { useApp } from "../app-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import { plainText } from "../widgets/rich-text.tsx";
import styles from "./moment-button.module.css";
import { useGoToMoment } from "./use-go-to-moment.ts";
import { useModelledTexts } from "./use-modelled-texts.ts";

/** Leaves the page for the moment of a scenario that shows a behaviour. */
export function MomentButton({ link }: { readonly link: string }) {
  const text = useModelledTexts();
  const go = useGoToMoment();
  const label = useMomentLabel(link);
  return (
    <Button
      className={styles.moment}
      title={`#${link}`}
      aria-label={`${text.seeIt}: ${label}`}
      onClick={() => go(link)}
    >
      <Icon name="play" />
      {label}
    </Button>
  );
}

function useMomentLabel(link: string): string {
  const text = useModelledTexts();
  const language = useApp((state) => state.view.language);
  const scenarios = useApp((state) => state.library);
  const [, id = "", query = ""] = /^\/s\/([^?]*)\??(.*)$/.exec(link) ?? [];
  const scenario = scenarios?.find((one) => one.id === id);
  if (scenario === undefined) return id;
  const values = new URLSearchParams(query);
  const chapter = /^c(\d+)$/.exec(values.get("at") ?? "")?.[1];
  const titled = chapter === undefined ? undefined : scenario.chapters[Number(chapter) - 1]?.title[language];
  const profile = values.get("profile");
  const place = [titled ?? "", profile === null ? "" : text.inProfile(profile)]
    .filter((part) => part !== "")
    .join(", ");
  return text.seeItIn(plainText(scenario.title[language]), plainText(place));
}
