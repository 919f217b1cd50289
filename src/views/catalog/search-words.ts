import { searchConcepts } from "./search-concepts.ts";

/** Words that stand in every question and say nothing. */
const silent = new Set(
  "a an and are as at be been but by can did do does for from get gets had has have how i if in into is it its me my of on or our so still than that the their them then there they this to up was we were what when where which while who why will with without you your not no after all again".split(
    " ",
  ),
);
const silentHan = /为什么|怎么|如何|什么|是不是|会不会|会|吗|呢|的|了|我|在|和|与|是|就|还|都|把|被|一个|有/g;

/** What a text is found by: its words without endings, pairs of Han characters, and the concepts that it speaks of. */
export function termsOf(text: string): ReadonlySet<string> {
  const plain = text.replace(/([a-z])([A-Z])/g, "$1 $2$1$2").toLowerCase();
  return new Set([
    ...wordsIn(plain),
    ...wordsIn(text.toLowerCase()),
    ...pairsIn(plain),
    ...conceptsIn(text.toLowerCase()),
  ]);
}

function wordsIn(text: string): readonly string[] {
  return (text.match(/[a-z0-9]+/g) ?? []).filter((word) => word.length > 1 && !silent.has(word)).map(stem);
}

/** Without the endings that most forms of an English word differ in. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  return word
    .replace(/(ies|ying)$/, "y")
    .replace(/(?<=...)(ing|ed|es|s|ly)$/, "")
    .replace(/e$/, "");
}

/** Chinese has no spaces: every two neighbouring characters are a term. */
function pairsIn(text: string): readonly string[] {
  const runs = text.replace(silentHan, " ").match(/\p{Script=Han}+/gu) ?? [];
  return runs.flatMap((run) =>
    run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  );
}

function conceptsIn(text: string): readonly string[] {
  return searchConcepts.flatMap((forms) => (forms.some((form) => text.includes(form)) ? [`#${forms[0]}`] : []));
}
