import type { Scenario } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { TopicButton, TopicHead, TopicNav } from "../widgets/topic-nav.tsx";
import { groupIds } from "./catalog-groups.ts";
import { isOfTopic, type Topic } from "./catalog-topic.ts";
import { useCatalogTexts } from "./use-catalog-texts.ts";

type Props = {
  readonly scenarios: readonly Scenario[];
  readonly topic: Topic;
  readonly onTopic: (topic: Topic) => void;
};

/** Narrows the list to what puzzles somebody, or to what is new to them; or leaves it for a file or an empty cluster. */
export function CatalogTopics({ scenarios, topic, onTopic }: Props) {
  const text = useCatalogTexts();
  const progress = useApp((state) => state.view.progress);
  const predictions = useApp((state) => state.view.predictions);
  const { setView, open } = useActions();
  const sandbox = scenarios.find((scenario) => scenario.tags.includes("sandbox"));
  const countOf = (one: Topic) =>
    scenarios.filter((scenario) => isOfTopic(scenario, one, { progress, predictions })).length;
  const button = (one: Topic, name: string) => (
    <TopicButton key={one} name={name} count={countOf(one)} on={topic === one} onClick={() => onTopic(one)} />
  );
  return (
    <TopicNav label={text.topics}>
      {button("all", text.all)}
      {button("start", text.groups.start)}
      <TopicHead>{text.topics}</TopicHead>
      {groupIds.map((id) => button(id, text.groups[id]))}
      <TopicHead>{text.yours}</TopicHead>
      {button("fresh", text.fresh)}
      {button("begun", text.begun)}
      <TopicButton name={text.openFile} onClick={() => setView({ dialog: "open" })} />
      {sandbox !== undefined && (
        <TopicButton
          name={text.sandbox}
          onClick={() => {
            open({ scenario: { type: "stock", id: sandbox.id }, inputs: [] });
            setView({ dialog: undefined });
          }}
        />
      )}
    </TopicNav>
  );
}
