import { TopicButton, TopicNav } from "../widgets/topic-nav.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";

/** Some of the things on a tab: those of a part, with a verdict, about a subject. */
export type Group = { readonly id: string; readonly name: string; readonly count: number };

type Props = {
  readonly label: string;
  readonly groups: readonly Group[];
  readonly chosen: string | undefined;
  readonly onChoose: (group: string | undefined) => void;
};

/** Narrows a tab to one of its groups. */
export function GroupList({ label, groups, chosen, onChoose }: Props) {
  const text = useModelledTexts();
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <TopicNav label={label}>
      <TopicButton name={text.all} count={total} on={chosen === undefined} onClick={() => onChoose(undefined)} />
      {groups.map(({ id, name, count }) => (
        <TopicButton key={id} name={name} count={count} on={chosen === id} onClick={() => onChoose(id)} />
      ))}
    </TopicNav>
  );
}
